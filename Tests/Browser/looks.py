"""How a page is looked at: accessible by axe's rules and no wider than the screen; kept as a picture where somebody asks."""

import os
import shutil
import zlib

from axe_playwright_python.base import AXE_SCRIPT

from server import ROOT

# All pages share a process: to start one for each takes longer than most of them.
FLAGS = ["--no-sandbox", "--disable-gpu", "--renderer-process-limit=1"]
SCREENS = ROOT / ".build" / "screens"
# A desk, a desk at 200 per cent, and a small phone.
WIDTHS = (1280, 640, 320)
SCHEMES = ("light", "dark")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}
# Buttons in the colour of what most people want from a page, also those in folds.
BLUE = """() => {
    const probe = document.body.appendChild(document.createElement('button'));
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return [...document.querySelectorAll('main :is(button, .button)')]
        .filter(button => !button.closest('[hidden], template, [aria-hidden=true]') && getComputedStyle(button).backgroundColor === colour)
        .map(button => button.innerText || button.textContent.trim());
}"""
# What another scheme can change about a page.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}, "resultTypes": ["violations"]}


def executable() -> str:
    """The browser: Debian's Chromium, without windows where that is installed."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found, "Chromium is missing: apt-get install chromium-headless-shell"
    return found


def too_wide(page, name, *widths):
    """On which screens a page scrolls sideways, a line each."""
    return [line for width in on_screens(page, *widths) for line in scrolls(page, name, width)]


def scrolls(page, name, width):
    """That a page scrolls sideways on the screen that it is on, if it does."""
    whole = page.evaluate("document.documentElement.scrollWidth")
    return [f"{name}: scrolls sideways, {whole} px wide on {width}"] if whole > width else []


def blue(page, name):
    """That a page has more than one button in the colour of what most people want, if it has."""
    texts = page.evaluate(BLUE)
    return [f"{name}: more than one blue button: {', '.join(texts)}"] if len(texts) > 1 else []


def on_screens(page, *widths):
    """Gives a page's window each width in turn, and its own in the end."""
    own = page.viewport_size
    for width in widths:
        resize(page, {**own, "width": width})
        yield width
    resize(page, own)


def resize(page, size):
    """What is drawn again without need takes as long as some pages do."""
    if page.viewport_size != size:
        page.set_viewport_size(size)


def violations(page, name, rules):
    """What axe has to say of a page, a line each."""
    # The script is large: a page that has it already needs it no second time.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("async rules => (await axe.run(rules)).violations", rules)
    return [f"{name}: {rule['id']}: {rule['help']} ({'; '.join(' '.join(map(str, node['target'])) for node in rule['nodes'])})"
            for rule in found]


def look(page, picture, name):
    """What is wrong with a page, a line each: by day on a phone, in the light or in the dark; at night on every screen in both."""
    # Whatever the page is called decides it: half of them are dark, and the same in each run.
    schemes = SCHEMES if picture.is_whole else SCHEMES[zlib.crc32(name.encode()) % 2:][:1]
    wrong = []
    language, own = page.evaluate(
        "[document.documentElement.lang, matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light']")
    shown = own
    wrong += blue(page, name)
    for width in on_screens(page, *picture.widths):
        wrong += scrolls(page, name, width)
        for scheme in schemes:
            if scheme != shown:
                # Colours change at once then, as under nobody's pointer.
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                shown = scheme
            place = f"{name}-{language}-{width}-{scheme}"
            picture(page, place)
            wrong += violations(page, place, RULES if scheme == schemes[0] else COLOURS)
    if shown != own:
        page.emulate_media(color_scheme=own)
    return wrong
