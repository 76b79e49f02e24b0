// Beside what was read from a photo: another reading fills its field at once, and a folded row with an error opens.

for (const chips of document.querySelectorAll(".seen .chips")) {
  const input = chips.closest(".field").querySelector("input:not([type=radio])");
  chips.addEventListener("change", (event) => {
    input.value = event.target.closest("label").textContent.trim();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const show = () => {
    for (const radio of chips.querySelectorAll("input")) {
      radio.checked = radio.closest("label").textContent.trim() === input.value.trim();
    }
  };
  input.addEventListener("input", show);
  show();
}

for (const error of document.querySelectorAll("details .error")) error.closest("details").open = true;

// Somebody else's page is held against their pass at once.
for (const select of document.querySelectorAll("[data-again]")) {
  select.addEventListener("change", () => {
    select.form.requestSubmit(select.form.querySelector("button[name=step][value=check]"));
  });
}
