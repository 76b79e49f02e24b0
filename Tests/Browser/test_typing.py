"""Many vaccinations are typed: visit by visit or as a table, nothing is lost, and without a script buttons do it all."""

import pytest
from playwright.sync_api import expect

from looks import look
from words import saying, words

CHILD = ("10", "10", "2022")


def path(page):
    return "/".join(page.url.split("?")[0].split("/")[:5]) + "/vaccinations/table"


@pytest.fixture
def typing(open_page, sign_up, make_pass):
    """The page for typing into a new pass."""

    def typing(layout, born=CHILD, **options):
        page = open_page(**options)
        if options.get("java_script_enabled", True):
            page.clock.install()
        sign_up(page)
        make_pass(page, "Emil Muster", born=born)
        page.goto(f"{path(page)}?layout={layout}")
        return page

    return typing


def stored(page):
    return page.locator("ul.rows").first.locator("li")


def step(page, value):
    page.locator(f"main form button[name=step][value={value}]").first.click()


def save(page):
    page.locator("main form .save button:not([name])").click()


def kept(page, change):
    """Waits until what was changed is kept."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        change()
        page.clock.run_for(3000)
    assert answer.value.status == 204


@pytest.mark.parametrize("layout", ["visits", "table"])
def test_what_is_typed_is_kept_by_itself_and_found_again(typing, layout):
    page = typing(layout, width=390)
    expect(page.locator(".draft")).to_be_hidden()
    kept(page, lambda: page.locator("#date-1").press_sequentially("17.12.22"))
    expect(page.locator(".draft")).to_contain_text(saying("vaccinations.typing.kept"))
    mark = page.input_value("[name=changed]")
    assert mark
    kept(page, lambda: page.locator("[data-vaccine-search]").first.press_sequentially("Rotarix"))
    assert page.input_value("[name=changed]") != mark
    page.goto(f"{path(page)}?layout={layout}")
    expect(page.locator("#date-1")).to_have_value("17.12.22")
    assert page.locator("main form [name]").evaluate_all("all => all.some((one) => /rotarix/i.test(one.value))")
    save(page)
    expect(stored(page)).to_have_count(1)


def test_who_leaves_at_once_finds_it_too_and_is_asked_nothing(typing):
    page = typing("visits", width=390)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    own = path(page)
    page.fill("#date-1", "17.12.22")
    page.locator(".chips label").first.click()
    page.goto("/")
    # The request may outlive its page.
    page.wait_for_timeout(1000)
    page.goto(f"{own}?layout=visits")
    expect(page.locator("#date-1")).to_have_value("17.12.22")
    assert page.locator(".chips input:checked").count() == 1
    assert asked == []


def test_two_windows_lose_nothing(typing):
    page = typing("table")
    other = page.context.new_page()
    other.goto(path(page))
    kept(page, lambda: page.locator("#batch-1").press_sequentially("A1"))
    with other.expect_response(lambda answer: answer.request.method == "POST") as answer:
        other.locator("#batch-1").press_sequentially("B2")
        page.clock.run_for(3000)
    assert answer.value.status == 409
    expect(other.locator(".draft")).to_have_text(words("vaccinations.typing.lost"))
    save(other)
    values = other.locator("[name^=batch-]").evaluate_all("all => all.map((one) => one.value).filter(Boolean)")
    assert sorted(values) == ["A1", "B2"]
    other.close()


def test_the_next_row_comes_by_itself_and_searches_too(typing):
    page = typing("table", width=390)
    expect(page.locator("[name^=date-]")).to_have_count(3)
    page.fill("#date-3", "17.12.22")
    expect(page.locator("[name^=date-]")).to_have_count(4)
    assert page.locator("label[for=vaccine-4]").inner_text().strip().endswith("4")
    page.locator("#vaccine-4").press_sequentially("rotari")
    page.get_by_role("option").first.click()
    expect(page.locator("[name^=date-]")).to_have_count(5)
    page.fill("#vaccine-3", "Hexyon")
    save(page)
    expect(stored(page)).to_have_count(2)


def test_no_more_rows_come_than_are_stored_at_once(typing):
    page = typing("table")
    for number in range(3, 60):
        if page.locator(f"#batch-{number}").count() == 0:
            break
        page.fill(f"#batch-{number}", "x")
    expect(page.locator("[name^=date-]")).to_have_count(50)


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_a_visit_is_ticked_typed_and_stored(typing, picture, script):
    page = typing("visits", width=390, java_script_enabled=script)
    expect(page.locator("fieldset.card")).to_have_count(3)
    first, wrong = page.locator("fieldset.card").first, []
    batch = first.locator(".of").first
    expect(batch).to_be_hidden()
    first.locator(".chips label").first.click()
    batch.fill("U3")
    first.locator("[data-vaccine-search]").fill("Bexsero")
    if script:
        wrong += look(page, picture, "visits")
    # Without a day each visit asks for it, once.
    save(page)
    expect(page.locator("#errors a")).to_have_count(1)
    expect(page.locator("#date-1-error")).to_have_text(words("vaccinations.typing.day.missing"))
    if script:
        wrong += look(page, picture, "visits-with-errors")
    page.fill("#date-1", "17.12.22")
    step(page, "more")
    expect(page.locator("fieldset.card")).to_have_count(4)
    expect(page.locator("#date-1-hint")).to_contain_text("Emil Muster")
    assert page.locator(".of").evaluate_all("all => all.some((one) => one.value === 'U3')")
    save(page)
    expect(stored(page)).to_have_count(2)
    assert wrong == []


def test_the_next_free_field_of_a_visit_comes_by_itself(typing):
    page = typing("visits", width=390)
    first = page.locator("fieldset.card").first
    page.fill("#date-1", "17.12.23")
    expect(first.locator("[data-free]")).to_have_count(1)
    for number, vaccine in enumerate(("Priorix", "Varilrix", "Bexsero"), 1):
        first.locator("[data-free] [data-vaccine-search]").nth(number - 1).press_sequentially(vaccine)
        expect(first.locator("[data-free]")).to_have_count(number + 1)
    page.locator("h1").click()
    save(page)
    expect(stored(page)).to_have_count(3)


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_visits_become_a_table_and_back(typing, script):
    page = typing("visits", width=390, java_script_enabled=script)
    page.fill("#date-1", "17.12.22")
    page.locator(".chips label").first.click()
    page.locator("[data-vaccine-search]").first.fill("Bexsero")
    step(page, "table")
    expect(page.locator("#date-1")).to_have_value("17.12.22")
    expect(page.locator("#date-2")).to_have_value("")
    step(page, "visits")
    assert page.locator(".chips input:checked").count() == 1
    save(page)
    expect(stored(page)).to_have_count(2)


def test_a_visit_can_be_ticked_by_keyboard(typing):
    page = typing("visits", width=390)
    page.focus("#date-1")
    page.keyboard.type("17.12.22")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert page.evaluate("document.activeElement.checked")
    page.keyboard.press("Tab")
    page.keyboard.type("U3")
    page.keyboard.press("Enter")
    expect(stored(page)).to_have_count(1)


def test_visits_fit_a_narrow_screen(typing):
    page = typing("visits", width=320)
    for label in page.locator(".chips label").all():
        label.click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
