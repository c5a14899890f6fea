"""Agents that decide in warfront's games: scripted, learned, planning and human."""

from warfront_agents.agent import AGENTS, Agent, Planner, is_batched, make_agent

__all__ = ["AGENTS", "Agent", "Planner", "is_batched", "make_agent"]
