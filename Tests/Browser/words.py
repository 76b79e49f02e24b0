"""What pages say, by the ids of messages: a test that isn't of the words themselves quotes none."""

import functools
import html
import json
import re

from server import ROOT

# More characters than fill any gap, markup included.
ANYTHING = r"[\s\S]{0,500}?"
GAP = re.compile(r"\{([a-z-]+)\}")


@functools.cache
def catalogue(language: str = "en") -> dict:
    return json.loads((ROOT / "Localization" / f"{language}.json").read_text())["messages"]


def forms(id: str, language: str) -> dict[str, str]:
    """A message's forms, by their plural category."""
    message = catalogue(language)[id]
    return message if isinstance(message, dict) else {"other": message}


def words(id: str, /, count: int | None = None, language: str = "en", **values: object) -> str:
    """A message as it is shown, with its gaps filled; `_` in a name stands for `-`."""
    text = forms(id, language)
    text = text.get("one" if count == 1 else "other", text["other"])
    given = {name.replace("_", "-"): str(value) for name, value in values.items()}
    if count is not None:
        given.setdefault("count", str(count))
    return GAP.sub(lambda gap: given.get(gap[1], gap[0]), text)


def saying(id: str, /, language: str = "en", **values: object) -> re.Pattern:
    """What finds a message in any of its forms; a gap without a value may hold anything."""
    given = {name.replace("_", "-"): str(value) for name, value in values.items()}
    found = []
    for text in forms(id, language).values():
        pieces = re.split(GAP.pattern, text)
        # Every other one is a gap's name.
        pieces[1::2] = [either(given[name]) if name in given else ANYTHING for name in pieces[1::2]]
        pieces[::2] = [either(piece) for piece in pieces[::2]]
        found.append("".join(pieces))
    return re.compile("|".join(found))


def either(text: str) -> str:
    """A text as it is, or as pages escape it."""
    plain, escaped = re.escape(text), re.escape(html.escape(text).replace("&#x27;", "&#39;"))
    return plain if plain == escaped else f"(?:{plain}|{escaped})"


def says(body: str, id: str, /, language: str = "en", **values: object) -> bool:
    """Whether a message is said in a page or a paper."""
    return saying(id, language, **values).search(body) is not None
