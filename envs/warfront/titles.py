"""Ids as titles for people."""

_AS_IS = {
    "spring1942": "Spring 1942",
    "us": "US",
    "usa": "USA",
    "uk": "UK",
    "ussr": "USSR",
    "of": "of",
    "the": "the",
}


def title_of(name: str) -> str:
    """A game's or seat's id as a title: `army_of_the_nile` as Army of the Nile."""
    return " ".join(_AS_IS.get(word, word.capitalize()) for word in name.split("_"))
