"""What pages say, by the ids of messages: a test that isn't of the words themselves quotes none."""

import functools
import html
import json
import re
from typing import TYPE_CHECKING

from server import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# More characters than fill any gap, markup included.
ANYTHING = r"[\s\S]{0,500}?"
GAP = re.compile(r"\{([A-Za-z-]+)\}")


@functools.cache
def catalogue(language: str = "en") -> dict:
    return json.loads((ROOT / "Localization" / f"{language}.json").read_text())["messages"]


def forms(id: str, language: str) -> dict[str, str]:
    """A message's forms, by their plural category."""
    message = catalogue(language)[id]
    return message if isinstance(message, dict) else {"other": message}


def given(id: str, count: int | None, language: str, values: dict[str, object]) -> dict[str, object]:
    """What fills a message's gaps; `_` in a name stands for `-`. A gap that it doesn't have is the test's mistake."""
    found = {name.replace("_", "-"): value for name, value in values.items()}
    unknown = found.keys() - {name for text in forms(id, language).values() for name in GAP.findall(text)}
    assert not unknown, f"{id} has no {unknown}"
    return found if count is None else {"count": count} | found


def words(id: str, /, count: int | None = None, language: str = "en", **values: object) -> str:
    """A message as it is shown, with all its gaps filled."""
    text = forms(id, language)
    text = text.get("one" if count == 1 else "other", text["other"])
    found = given(id, count, language, values)
    return GAP.sub(lambda gap: str(found[gap[1]]), text)


def saying(id: str, /, count: int | None = None, language: str = "en", **values: object) -> re.Pattern:
    """What finds a message in any of its forms, or in that of `count`.

    A gap without a value may hold anything; one whose value is a pattern holds what it finds.
    """
    found = given(id, count, language, values)
    texts = forms(id, language)
    if count is not None:
        texts = {"": texts.get("one" if count == 1 else "other", texts["other"])}
    patterns = []
    for text in texts.values():
        pieces = re.split(GAP.pattern, text)
        # Every other one is a gap's name.
        pieces[1::2] = [either(found[name]) if name in found else ANYTHING for name in pieces[1::2]]
        pieces[::2] = [either(piece) for piece in pieces[::2]]
        patterns.append("".join(pieces))
    return re.compile("|".join(patterns))


def either(text: object) -> str:
    """A text as it is, or as pages escape it."""
    if isinstance(text, re.Pattern):
        return f"(?:{text.pattern})"
    plain, escaped = re.escape(str(text)), re.escape(html.escape(str(text)).replace("&#x27;", "&#39;"))
    return plain if plain == escaped else f"(?:{plain}|{escaped})"


def says(body: str, id: str, /, count: int | None = None, language: str = "en", **values: object) -> bool:
    """Whether a message is said in a page or a paper."""
    return saying(id, count, language, **values).search(body) is not None


def link(where: "Page | Locator", id: str, /, **values: object) -> "Locator":
    """The link that is called by a message, and by nothing else."""
    return where.get_by_role("link", name=words(id, **values), exact=True)


def button(where: "Page | Locator", id: str, /, **values: object) -> "Locator":
    """The button that is called by a message, and by nothing else."""
    return where.get_by_role("button", name=words(id, **values), exact=True)
