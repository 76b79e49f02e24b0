// Suggestions while somebody types a vaccine, a maker or a disease: the pattern of an editable combobox with a list
// (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The names come once, the same for everybody, and are searched
// here: nothing that is typed is sent before the form is. Without this script the server finds what a text means.

const mostOf = { product: 8, kind: 4, target: 4 };

// Small letters and digits; anything between them separates words.
const fold = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").replace(/['’]/g, "");
const wordsOf = (text) => fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const joined = (text) => wordsOf(text).join("");

// Whether one letter changed, added, left out or swapped leads from one word to the other.
const isOneLetterOff = (left, right) => {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const [one, other] = [left.slice(start), right.slice(start)];
  return one.slice(1) === other || one === other.slice(1) || one.slice(1) === other.slice(1)
    || (one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2));
};

// How much a written word is like one of the list's: 0 the same, 1 its beginning, 3 one letter off, nothing otherwise.
const likeness = (written, word) => {
  if (word === written) return 0;
  if (word.startsWith(written) && written.length > 1) return 1;
  const isMistake = written.length > 3 && word.length > 3 && (written[0] === word[0] || written.length > 5)
    && written.replace(/\D/g, "") === word.replace(/\D/g, "");
  return isMistake && isOneLetterOff(written, word) ? 3 : undefined;
};

const prepare = (entry) => {
  const terms = (names) => names.map((name) => ({ whole: joined(name), words: wordsOf(name) }));
  return { ...entry, ownTerms: terms(entry.own), otherTerms: terms(entry.others) };
};

const grade = (entry, query) => {
  const whole = query.join("");
  let best;
  const take = (found) => { if (found !== undefined && (best === undefined || found < best)) best = found; };
  for (const [terms, step] of [[entry.ownTerms, 0], [entry.otherTerms, 1]]) {
    for (const term of terms) take(plus(likeness(whole, term.whole), step));
  }
  // Every word for itself, in whatever name.
  const words = query.map((written) => {
    let found;
    for (const [terms, step] of [[entry.ownTerms, 0.5], [entry.otherTerms, 1.5]]) {
      for (const word of terms.flatMap((term) => term.words)) {
        const like = plus(likeness(written, word), step);
        if (like !== undefined && (found === undefined || like < found)) found = like;
      }
    }
    return found;
  });
  if (words.every((found) => found !== undefined)) take(Math.max(...words));
  return best;
};
const plus = (value, step) => (value === undefined ? undefined : value + step);

const search = (entries, text) => {
  const query = wordsOf(text);
  if (!query.length || text.length > 200) return [];
  const order = { product: 0, kind: 1, target: 2 };
  const left = { ...mostOf };
  const answers = entries.map((entry) => ({ entry, value: grade(entry, query) }))
    .filter((found) => found.value !== undefined);
  // Who writes a word that is there means it, and not one that only looks like it.
  const isThere = answers.some((found) => found.value < 3);
  return answers.filter((found) => !isThere || found.value < 3)
    .sort((one, other) =>
      (one.entry.group === "target") - (other.entry.group === "target") || one.value - other.value
      || other.entry.isInUse - one.entry.isInUse || order[one.entry.group] - order[other.entry.group])
    .map((found) => found.entry)
    .filter((entry) => (left[entry.group] -= 1) >= 0);
};

const form = document.querySelector("form[data-vaccines]");
let names;
const load = () => (names ??= import(form.dataset.vaccines).then((list) => list.default.map(prepare)));

const target = form.querySelector("[data-target]");
const vaccine = form.querySelector("[data-vaccine]");

// The form of one vaccination has lists to choose from: what is picked is chosen there.
const pickInLists = (input, entry) => {
  target.value = entry.target;
  target.dispatchEvent(new Event("change"));
  vaccine.value = entry.group === "target" ? "" : entry.id;
  input.value = entry.group === "target" ? "" : entry.name;
  if (entry.group === "target") vaccine.focus();
};

// A row takes ids: the field's name goes to a hidden one, until somebody types again.
const pickInRow = (input, entry) => {
  input.value = entry.name;
  const hidden = document.createElement("input");
  [hidden.type, hidden.name, hidden.value] = ["hidden", input.id, entry.id];
  input.removeAttribute("name");
  input.nextElementSibling.after(hidden);
  form.dispatchEvent(new Event("input", { bubbles: true }));
  input.addEventListener("input", () => {
    hidden.remove();
    input.name = input.id;
  }, { once: true });
  // The browser keeps only what has a name for whoever comes back.
  window.addEventListener("pagehide", () => { input.name = input.id; });
  window.addEventListener("pageshow", () => { if (hidden.isConnected) input.removeAttribute("name"); });
};

const combobox = (input) => {
  const list = document.createElement("ul");
  const status = document.createElement("span");
  [list.id, list.className, list.hidden] = [`${input.id}-list`, "suggestions", true];
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", form.dataset.suggestions);
  [status.className] = ["visually-hidden"];
  status.setAttribute("role", "status");
  const box = document.createElement("div");
  box.className = "combobox";
  input.before(box);
  box.append(input, list, status);
  const attributes = {
    role: "combobox", "aria-expanded": "false", "aria-controls": list.id, "aria-autocomplete": "list",
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  let found = [];
  let active = -1;

  const close = () => {
    [list.hidden, active] = [true, -1];
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const pick = (entry) => {
    close();
    (target ? pickInLists : pickInRow)(input, entry);
  };
  const option = (entry, index) => {
    const item = document.createElement("li");
    const name = document.createElement("strong");
    const detail = document.createElement("span");
    [item.id, name.textContent, detail.textContent] = [`${list.id}-${index}`, entry.name, entry.detail];
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    item.append(name, " ", detail);
    // A click must not take the focus away before it counts.
    item.addEventListener("mousedown", (event) => event.preventDefault());
    item.addEventListener("click", () => pick(entry));
    return item;
  };
  const show = async () => {
    const entries = await load();
    if (document.activeElement !== input) return;
    found = search(entries, input.value);
    list.replaceChildren(...found.map(option));
    active = -1;
    input.removeAttribute("aria-activedescendant");
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    status.textContent = input.value.trim() ? `${form.dataset.found}: ${found.length}` : "";
  };
  const move = (index) => {
    active = (index + found.length) % found.length;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === active)));
    list.children[active].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", list.children[active].id);
  };

  input.addEventListener("focus", () => {
    // The browser's own list would cover this one; it keeps nothing of a field that has none, so only for now.
    input.autocomplete = "off";
    load();
  });
  input.addEventListener("input", show);
  input.addEventListener("blur", () => {
    // On a phone what is below moves up then: not from under the finger that presses it.
    setTimeout(() => { if (document.activeElement !== input) close(); }, 150);
    input.removeAttribute("autocomplete");
  });
  window.addEventListener("pagehide", () => input.removeAttribute("autocomplete"));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) show();
      else move(event.key === "ArrowDown" ? active + 1 : (active < 0 ? 0 : active) - 1);
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      pick(found[active]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    }
  });
};

// Enter saves; without a script these show what to choose from.
for (const button of form.querySelectorAll("button[data-without-script]")) button.remove();

// Who leaves what was read for a page's corners takes along what was corrected.
for (const link of document.querySelectorAll("a[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const button = document.createElement("button");
    [button.name, button.value, button.hidden] = ["step", link.dataset.step, true];
    form.append(button);
    form.requestSubmit(button);
  });
}

// Another vaccine than those to choose from is typed in the same place.
for (const select of form.querySelectorAll("select[name^='vaccine-']")) {
  select.addEventListener("change", () => {
    if (select.value) return;
    const input = document.createElement("input");
    [input.id, input.name, input.spellcheck] = [select.id, select.name, false];
    select.replaceWith(input);
    document.getElementById(`${select.id}-hint`)?.remove();
    combobox(input);
    input.focus();
  });
}

const bind = (input) => {
  combobox(input);
  // Who chooses by hand means that and no search.
  for (const chosen of [target, vaccine]) {
    chosen?.addEventListener("change", (event) => { if (event.isTrusted) input.value = ""; });
  }
};
for (const input of form.querySelectorAll("[data-vaccine-search]")) bind(input);
// A row that came later, which typing.js added.
form.addEventListener("row", ({ target: row }) => row.querySelectorAll("[data-vaccine-search]").forEach(bind));
