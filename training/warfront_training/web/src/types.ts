// What the server sends; messages.py, thinking.py and server.py make these.

export interface Offer {
  action: number;
  text: string;
  keys: string[];
  group: string;
}

export interface SeatInfo {
  seat: string;
  player: string;
  side: string;
}

export interface Score {
  side: string;
  value: number;
  target: number;
  unit: string;
}

export interface Summary {
  title: string;
  scores: Score[];
  rows: { seat: string; side: string; words: string }[];
  question: string;
  why: string;
}

export interface LogEntry {
  seat: string;
  words: string;
  more: string[];
}

export interface TableMessage {
  type: "table";
  at: number;
  game: string;
  seats: SeatInfo[];
  holds: string[];
  eyes: string | null;
  asked: string | null;
  prompt: string;
  yours: boolean;
  quick: boolean;
  odds: boolean;
  offers: Offer[];
  origin: string; // the space the decision is of, "" for none
  home: string; // where the seat whose turn it is lives, "" for nowhere
  undo: number;
  summary: Summary;
  board: { kind: "svg" | "text"; body: string };
  log: LogEntry[];
  log_from: number;
  pace: string;
  thinking: boolean;
  advisers: string[]; // agents that may be asked what they think
  fault: string;
  over: { how: string; decisions: number; returns: Record<string, number> } | null;
}

export interface BattleOdds {
  key: string;
  name: string;
  win: number;
  lose: number;
  draw: number;
  words: string;
}

export interface OddsMessage {
  type: "odds";
  at: number;
  odds: BattleOdds[];
}

export interface Thoughts {
  type: "thoughts";
  at: number;
  seat: string;
  agent: string;
  measure: string;
  choices: { action: number; text: string; share: number }[];
  value: { playouts: number; sides: Record<string, number> } | null;
  odds: BattleOdds[];
}

export interface Refused {
  type: "refused" | "gone";
  why: string;
  of?: string; // the kind of message that was refused
}

export type Message = TableMessage | OddsMessage | Thoughts | Refused;

export interface Brief {
  id: string;
  game: string;
  seats: Record<string, string>;
  begun: number;
  decisions: number;
  how: string;
  links: { seats: string[]; link: string }[];
  watch: string;
  replay: string; // "" while the game runs
  fault: string;
}

export interface RuleOption {
  name: string;
  default: string | number | boolean;
  allowed: string;
  origin: string;
  meaning: string;
}

export interface GameChoice {
  name: string;
  scenarios: string[];
  theatres: string[];
  options: RuleOption[];
}

export interface Catalogue {
  games: GameChoice[];
  defaults: { game: string; options: Record<string, unknown>; seed: number | null };
  agents: { name: string; game: string | null }[];
}

export interface Seats {
  seats: string[];
  sides: Record<string, string[]>;
  version: string;
}
