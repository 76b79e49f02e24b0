// Keeps what is typed into a page of many vaccinations, and adds rows to a table. Without this script a button does each.

const form = document.querySelector("form[data-keep]");
// How long nothing is typed before it is kept, and how long that may take, in milliseconds.
const [pause, patience] = [2000, 10000];

// What would be sent, but for the mark by which the server knows what the page has seen.
const typed = () => {
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("changed");
  return fields.toString();
};

let kept = typed();
let timer;
// The request on its way: one at a time, since each names what the one before has made.
let sending;
// Whether another window has changed it, or the form has been sent: nothing is kept behind somebody's back.
let [isElsewhere, isSent] = [false, false];

const say = (text) => {
  const line = form.querySelector(".draft");
  line.hidden = false;
  const words = line.querySelector("span") ?? line;
  // The same text isn't read out again.
  if (words.textContent !== text) words.textContent = text;
};

const tell = () => {
  const time = new Date().toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit", minute: "2-digit", hourCycle: "h23",
  });
  say(form.dataset.kept.replace("{time}", time));
};

const send = async (now) => {
  const body = new URLSearchParams(now);
  body.set("changed", form.elements.changed.value);
  body.set("step", "keep");
  try {
    const answer = await fetch(form.action, {
      method: "POST", body, keepalive: true, redirect: "manual", signal: AbortSignal.timeout(patience),
    });
    if (answer.status === 409) isElsewhere = true;
    if (answer.status === 429) return wait();
    if (answer.status !== 204) return say(form.dataset.lost);
    kept = now;
    form.elements.changed.value = (answer.headers.get("ETag") ?? "").replace(/^(W\/)?"|"$/g, "");
    tell();
  } catch {
    // It is tried again when more is typed.
    say(form.dataset.lost);
  }
};

const keep = () => {
  clearTimeout(timer);
  const now = typed();
  if (isElsewhere || isSent || sending || now === kept) return;
  sending = send(now).finally(() => {
    sending = undefined;
    // What was typed meanwhile.
    if (now === kept && typed() !== kept) wait();
  });
};

const wait = () => {
  clearTimeout(timer);
  if (!isElsewhere) timer = setTimeout(keep, pause);
};

form.addEventListener("input", wait);
form.addEventListener("change", wait);
window.addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") keep();
});
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) isSent = false;
});
form.addEventListener("submit", (event) => {
  clearTimeout(timer);
  isSent = true;
  if (!sending) return;
  // What is on its way gets a new mark, which the form has to know.
  event.preventDefault();
  const { submitter } = event;
  sending.finally(() => form.requestSubmit(submitter));
});

// A part of the form as the server made it, before other scripts change it, with nothing typed in it and nothing said of it.
const blank = (part) => {
  const made = part.cloneNode(true);
  made.classList.remove("wrong");
  for (const other of made.querySelectorAll(".error, .hint, .meant, .read, input[type=hidden]")) other.remove();
  for (const field of made.querySelectorAll("input, select")) {
    for (const name of ["value", "aria-invalid", "aria-describedby"]) field.removeAttribute(name);
    field.querySelector("[selected]")?.removeAttribute("selected");
  }
  return made;
};

// The same for the row of another number.
const numbered = (made, count) => {
  const part = made.cloneNode(true);
  for (const element of part.querySelectorAll("[id], [name], [for]")) {
    for (const name of ["id", "name", "for"].filter((one) => element.hasAttribute(one))) {
      element.setAttribute(name, element.getAttribute(name).replace(/\d+$/, count));
    }
    if ("value" in element) element.value = "";
  }
  return part;
};

const added = (parts, place) => {
  place.after(...parts);
  for (const part of parts) part.dispatchEvent(new Event("row", { bubbles: true }));
};

// The next row of a table is there as soon as something is typed into the last one.
const body = form.querySelector("tbody[data-rows]");
const rows = body ? [...body.children].filter((row) => row.querySelector("[data-vaccine-search]")) : [];
if (rows.length) {
  // With what belongs to it below.
  const made = rows.at(-1);
  const number = made.querySelector("[data-vaccine-search]").name.match(/\d+$/)[0];
  const pattern = [made, made.nextElementSibling].filter((row) => row === made || row?.matches(".details")).map(blank);
  const next = (count) => pattern.map((part) => {
    const row = numbered(part, count);
    // The number in the row's heading and in labels for those who don't see it.
    for (const label of row.querySelectorAll("th, label span")) {
      for (const text of label.childNodes) {
        if (text.nodeType === Node.TEXT_NODE) text.data = text.data.replace(new RegExp(`\\b${number}\\b`), count);
      }
    }
    return row;
  });
  const lastRow = () => [...body.children].findLast((row) => row.querySelector("[name^='date-']"));
  form.addEventListener("input", ({ target }) => {
    const last = lastRow();
    let ends = last;
    while (ends.nextElementSibling?.matches(".details, .question")) ends = ends.nextElementSibling;
    if (!last.contains(target) || !target.value?.trim()) return;
    if (body.querySelectorAll("[name^='date-']").length >= Number(body.dataset.rows)) return;
    added(next(Number(last.querySelector("[name^='date-']").name.match(/\d+$/)[0]) + 1), ends);
  });
}

// So is the next free field of a visit: the numbers after its last one are left for them.
for (const card of form.querySelectorAll("fieldset[data-spare]")) {
  const last = [...card.querySelectorAll("[data-free]")].at(-1);
  if (!last?.querySelector("[data-vaccine-search]")) continue;
  const made = blank(last);
  const first = Number(last.querySelector("input").id.match(/\d+$/)[0]);
  let [count, end] = [0, last];
  card.addEventListener("input", ({ target }) => {
    if (!end.contains(target) || !target.value?.trim() || count === Number(card.dataset.spare)) return;
    count += 1;
    const next = numbered(made, first + count);
    added([next], end);
    end = next;
  });
}
