// What JavaScript adds; every page works without it.
document.documentElement.classList.add("scripted");

// An error summary takes the focus, so that screen readers start there.
document.getElementById("errors")?.focus();

// A new password may be looked at before it is sent: nobody can reset a mistyped one.
for (const form of document.querySelectorAll("form:has([autocomplete=new-password])")) {
  const secrets = [...form.querySelectorAll("input[type=password]")];
  const [label, box, words] = ["label", "input", "span"].map((name) => document.createElement(name));
  label.className = "choice show";
  box.type = "checkbox";
  words.textContent = document.body.dataset.show;
  label.append(box, words);
  secrets.at(-1).after(label);
  const apply = () => {
    for (const secret of secrets) {
      secret.type = box.checked ? "text" : "password";
      secret.autocapitalize = "none";
      secret.spellcheck = false;
    }
  };
  box.addEventListener("change", apply);
  // A browser remembers the content of text fields, but not of password fields.
  form.addEventListener("submit", () => {
    box.checked = false;
    apply();
  });
}

// An account is asked once where its owner's clock is: whoever signs in tells.
for (const zone of document.querySelectorAll("input[data-zone]")) {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

// A page that is made for paper has a button for it.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// After Back the browser puts back what was chosen once the scripts have run: lists are cut only then.
const cut = (list) => {
  if (performance.getEntriesByType("navigation")[0]?.type !== "back_forward") list();
  else window.addEventListener("pageshow", list, { once: true });
};

// The vaccines follow the chosen disease without a round trip.
const target = document.querySelector("[data-target]");
const vaccine = document.querySelector("[data-vaccine]");
const all = document.querySelector("[data-all-vaccines]");
if (target && vaccine && all) {
  const first = vaccine.options[0];
  const last = vaccine.options[vaccine.options.length - 1];
  const fill = () => {
    const group = [...all.querySelectorAll("optgroup")].find((one) => one.dataset.for === target.value);
    const chosen = vaccine.value;
    const options = group ? [...group.children].map((option) => option.cloneNode(true)) : [];
    vaccine.replaceChildren(first, ...options, last);
    vaccine.value = [...vaccine.options].some((option) => option.value === chosen) ? chosen : "";
    vaccine.disabled = !target.value;
  };
  target.addEventListener("change", fill);
  last.before(...[...all.querySelectorAll("option")].map((option) => option.cloneNode(true)));
  cut(fill);
}

// A change of the language reloads the page: people are asked first if something isn't saved.
const languages = document.querySelector("form.languages");
let isUnsaved = document.getElementById("errors") !== null;
document.querySelector("main").addEventListener("input", () => {
  isUnsaved = true;
});
languages?.addEventListener("submit", (event) => {
  if (isUnsaved && !window.confirm(languages.dataset.unsaved)) event.preventDefault();
});

// Whoever leaves a page on which much is typed is asked before.
let isSent = false;
document.addEventListener("submit", (event) => {
  isSent = !event.defaultPrevented;
});
window.addEventListener("beforeunload", (event) => {
  if (isUnsaved && !isSent && document.querySelector("form[data-guarded]")) event.preventDefault();
});

// While a certificate's code is shown, the screen stays on.
if (document.querySelector("[data-awake]") && "wakeLock" in navigator) {
  const stay = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stay);
  stay();
}

// What takes some seconds says so.
for (const form of document.querySelectorAll("form[data-busy]")) {
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  form.append(status);
  form.addEventListener("submit", () => {
    status.textContent = form.dataset.busy;
  });
  window.addEventListener("pageshow", () => {
    status.textContent = "";
  });
}

// An open menu closes with Escape or a click elsewhere.
const menu = document.querySelector("details.switch");
if (menu) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

// Regions follow the chosen country; a country without any isn't asked for one.
for (const regions of document.querySelectorAll("[data-regions-of]")) {
  const country = document.getElementById(regions.dataset.regionsOf);
  const every = [...regions.options].slice(1);
  const fit = () => {
    const chosen = regions.value;
    const known = every.filter((option) => option.value.startsWith(`${country.value}-`));
    regions.replaceChildren(regions.options[0], ...known);
    regions.value = known.some((option) => option.value === chosen) ? chosen : "";
    regions.closest(".field").hidden = known.length === 0;
  };
  country?.addEventListener("change", fit);
  if (country) cut(fit);
}
