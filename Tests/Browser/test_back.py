"""What somebody typed is there after a form that was refused, and after the browser's Back from that page."""

import pytest

# Everything that can be typed or chosen is, badly: texts that mean nothing, and the last of each list.
FILL = """() => {
  for (const more of document.querySelectorAll("main details")) more.open = true;
  for (const field of document.querySelectorAll("main form [name]")) {
    if (!field.matches("input:not([type]), input[type=text], textarea, select") || field.readOnly) continue;
    if (field.disabled || field.autocomplete === "off") continue;
    if (field.tagName === "SELECT") field.selectedIndex = field.options.length - 1;
    else field.value = `?! ${field.name}`;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""
TYPED = """() => Object.fromEntries([...document.querySelectorAll("main form [name]")]
  .filter((field) => field.matches("input:not([type]), input[type=text], textarea, select") && !field.readOnly)
  .filter((field) => field.autocomplete !== "off").map((field) => [field.name, field.value]))"""
PATHS = ("/passes/new", "{}/edit", "{}/vaccinations/new", "{}/vaccinations/table", "{}/health", "{}/journeys",
         "/scan-templates/new", "/certificates/new")


def back(page):
    page.go_back(wait_until="load")


@pytest.mark.parametrize("script", [True, False], ids=["with-script", "without-script"])
def test_what_was_typed_outlives_a_refusal_and_the_way_back(open_page, sign_up, make_pass, script):
    page = open_page(java_script_enabled=script)
    page.on("dialog", lambda dialog: dialog.accept())
    sign_up(page)
    make_pass(page)
    own = "/".join(page.url.split("?")[0].split("/")[3:5])
    for path in PATHS:
        page.goto(path.format(f"/{own}"))
        page.evaluate(FILL)
        typed = page.evaluate(TYPED)
        assert any(value.startswith("?!") for value in typed.values()), path
        page.locator("main form :is(p.actions, .save) button:not([name])").first.click()
        assert page.locator("#errors").count() == 1, path
        refused = page.evaluate(TYPED)
        assert {name: refused.get(name) for name in typed} == typed, path
        back(page)
        assert page.evaluate(TYPED) == typed, path


def test_a_vaccine_that_was_picked_is_there_after_back(open_page, sign_up, make_pass):
    page = open_page()
    page.on("dialog", lambda dialog: dialog.accept())
    sign_up(page)
    make_pass(page)
    own = page.url.split("?")[0]
    page.goto(f"{own}/vaccinations/new")
    page.select_option("#target", "measles")
    page.select_option("#vaccine", "priorix")
    page.locator("main form :is(p.actions, .save) button").first.click()
    back(page)
    assert (page.input_value("#target"), page.input_value("#vaccine")) == ("measles", "priorix")
    for path, field in (("new", "#search"), ("table", "#vaccine-1")):
        page.goto(f"{own}/vaccinations/{path}")
        page.locator(field).press_sequentially("Priorix")
        # The list of diseases has options too, which are there before what is found.
        page.locator("[role=listbox] [role=option]").first.click()
        page.locator("main form :is(p.actions, .save) button").first.click()
        back(page)
        # A row that was kept has the vaccine chosen from a list.
        assert page.input_value(field).lower() == "priorix"
