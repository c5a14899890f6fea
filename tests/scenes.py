"""Pictures as tests look at them."""

from warfront.drawing import Group, Scene


def keys(scene: Scene) -> dict[str, Group]:
    """The groups of a picture that can be named, by their keys."""
    return {group.key: group for group in scene.groups if group.key}
