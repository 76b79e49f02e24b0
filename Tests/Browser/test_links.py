"""Each link of each page leads somewhere, to a place that is there, and each page leads on."""

import html
import re

import pytest

# Pages of one make, of which three show what the others would.
MOST = 3


def kind(path: str) -> str:
    path = re.sub(r"/[a-z0-9]{26}(?=/|$)", "/ID", path.split("?")[0])
    return re.sub(r"^(/help|/licences|/scan-templates)/.*", r"\1/ONE", path)


def faults(client, *start: str) -> list[str]:
    """What is wrong with the links of all pages that are reached, a line each."""
    wrong, counts, pages, todo = [], {}, {}, [(path, "the start") for path in start]
    anchors = []
    while todo:
        path, page = todo.pop(0)
        counts.setdefault(kind(path), set())
        if path in pages or path in counts[kind(path)] or len(counts[kind(path)]) >= MOST:
            continue
        counts[kind(path)].add(path)
        answer = client.get(path)
        if answer.status >= 400:
            wrong.append(f"{page}: {path} answers {answer.status}")
        if answer.location.startswith("/"):
            todo.append((answer.location, page))
        if answer.status != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        pages[path] = set(re.findall(r' id="([^"]+)"', answer.body))
        links = [html.unescape(link) for link in re.findall(r'<a\b[^>]*? href="([^"]*)"', answer.body)]
        for link in links:
            address, _, anchor = link.partition("#")
            if anchor and (not address or address.startswith("/")):
                anchors.append((path, address or path, anchor))
            if address.startswith("/"):
                todo.append((address, path))
        if not any(link.startswith("/") and link != path for link in links):
            wrong.append(f"{path} leads nowhere")
    wrong += [f"{page}: {path} has no #{anchor}" for page, path, anchor in anchors
              if path in pages and anchor not in pages[path]]
    assert len(pages) > 15, sorted(pages)
    return wrong


@pytest.mark.parametrize("passes", [0, 1, 2])
def test_every_link_of_a_new_account_leads_somewhere(member, passes):
    if passes > 0:
        path = member.add_pass("Ada Muster")
        member.post(f"{path}/vaccinations/new", member.dose_fields())
    if passes > 1:
        member.add_pass("Rex", ("1", "2", "2021"), kind="dog")
    assert faults(member, "/", "/settings", "/passes") == []


def test_every_link_of_a_visitor_leads_somewhere(client):
    assert faults(client, "/", "/register", "/situation", "/schedules") == []
