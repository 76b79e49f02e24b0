// Has this browser keep a certificate's page, and lists what it keeps. Only whoever chooses it gets a worker.

const CACHE = "offline";
const isPossible = "serviceWorker" in navigator && "caches" in window;

// What the worker says to a message: whether it was done.
const ask = async (message) => {
  await navigator.serviceWorker.register("/worker.js");
  const { active } = await navigator.serviceWorker.ready;
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => resolve(event.data);
    active.postMessage(message, [channel.port2]);
  });
};

const choice = document.querySelector("[data-offline]");
const decide = async () => {
  const { offline: page, title, holder = "", rank, ends = "", lastDay } = choice.dataset;
  const state = choice.querySelector("[data-state]");
  const say = (text) => {
    state.textContent = text;
  };
  const isKept = async () => (await caches.has(CACHE)) && Boolean(await (await caches.open(CACHE)).match(page));
  if (lastDay && "new" in choice.dataset) {
    const assets = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon]")]
      .map((link) => link.getAttribute("href"))
      .concat(document.querySelector("script[src*='offline']").getAttribute("src"));
    const { lang: language } = document.documentElement;
    const isDone = await ask({ keep: { page, assets, title, holder, rank, ends, lastDay, language } }).catch(() => false);
    say(isDone ? choice.dataset.done : choice.dataset.failed);
    // Reloading doesn't keep it again.
    history.replaceState(null, "", location.pathname);
    return;
  }
  if (!lastDay && (await isKept())) await ask({ drop: { page } });
  say((await isKept()) ? choice.dataset.done : choice.dataset.notHere);
};

// The last group of the server's ranks (`CertificateRank`): what proves nothing.
const VOID = "9";

// The group and, greater the newer it is, the rest; what has ended since it was kept is void.
const rank = (headers) => {
  const [group, ...newest] = (headers.get("x-rank") ?? VOID).split(" ");
  return [Date.parse(headers.get("x-ends")) <= Date.now() ? VOID : group, newest.join(" ")];
};

const compare = ([group, newest], [otherGroup, otherNewest]) =>
  group.localeCompare(otherGroup) || otherNewest.localeCompare(newest);

const list = document.querySelector("[data-kept]");
const show = async () => {
  const cache = (await caches.has(CACHE)) ? await caches.open(CACHE) : null;
  const today = new Date().toLocaleDateString("sv");
  const rows = [];
  for (const request of cache ? await cache.keys() : []) {
    const { headers } = await cache.match(request);
    if (!headers.has("x-title") || headers.get("x-last-day") < today) continue;
    const [row, link, what, holder, remove] = ["li", "a", "span", "bdi", "button"].map((name) => document.createElement(name));
    const page = new URL(request.url).pathname;
    [link.className, what.className, holder.className, remove.className] = ["row", "row-main", "row-sub", "link row-action"];
    link.href = page;
    what.textContent = decodeURIComponent(headers.get("x-title"));
    holder.textContent = decodeURIComponent(headers.get("x-holder"));
    link.append(what, " ", holder);
    remove.textContent = list.dataset.remove;
    remove.setAttribute("aria-label", `${list.dataset.remove}: ${what.textContent}`);
    remove.addEventListener("click", async () => {
      await ask({ drop: { page } });
      await show();
    });
    row.append(link, remove);
    rows.push({ row, rank: rank(headers) });
  }
  rows.sort((one, other) => compare(one.rank, other.rank));
  const text = document.createElement("p");
  text.textContent = rows.length > 0 ? list.dataset.lead : list.dataset.none;
  const items = document.createElement("ul");
  items.className = "rows";
  items.append(...rows.map(({ row }) => row));
  list.replaceChildren(text, ...(rows.length > 0 ? [items] : []));
  const counted = new Intl.PluralRules(document.documentElement.lang).select(rows.length) === "one" ? "one" : "other";
  document.querySelector("[data-count]").textContent = rows.length > 0 ? `: ${rows.length} ${list.dataset[counted]}` : "";
};

if (choice && isPossible) decide();
if (list && isPossible) show();
