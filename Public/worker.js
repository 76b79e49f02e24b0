// Keeps the pages that somebody chose to show without a network, each until its last day, and nothing else.

const CACHE = "offline";
const LIST = "/offline";
const LAST_DAY = "x-last-day";
// The answers that say that a page isn't its reader's any more; a busy server's take nobody's certificate away.
const ENDED = [401, 403, 404, 410];
// For how many milliseconds a kept page waits for that answer.
const PATIENCE = 2000;

// The day where this device is, as Swedes write it: 2026-11-21.
const today = () => new Date().toLocaleDateString("sv");
const isOver = (answer) => (answer.headers.get(LAST_DAY) ?? "9999-12-31") < today();

const kept = async (url) => {
  const answer = await (await caches.open(CACHE)).match(url);
  return answer && !isOver(answer) ? answer : undefined;
};

// Takes away what has ended; with the last page goes everything.
const prune = async () => {
  const cache = await caches.open(CACHE);
  let pages = 0;
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (isOver(answer)) await cache.delete(request);
    else if (answer.headers.has("x-title")) pages += 1;
  }
  if (pages === 0) await caches.delete(CACHE);
};

// A copy of an answer that says until when it may be shown.
const copy = async (answer, fields) => {
  if (!answer.ok || answer.redirected) throw new Error("not there");
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(fields)) headers.set(name, value);
  return new Response(await answer.blob(), { headers });
};

const keep = async ({ page, assets, title, holder, rank, ends, lastDay, language }) => {
  const cache = await caches.open(CACHE);
  const until = { [LAST_DAY]: lastDay };
  const named = {
    ...until,
    "x-title": encodeURIComponent(title),
    "x-holder": encodeURIComponent(holder),
    "x-rank": rank,
    "x-ends": ends,
  };
  await cache.put(page, await copy(await fetch(page, { cache: "no-store" }), named));
  const found = (await (await cache.match(page)).text()).matchAll(/<img src="(\/[^"]+)"/g);
  for (const [, image] of found) {
    const url = image.replaceAll("&amp;", "&");
    await cache.put(url, await copy(await fetch(url, { cache: "no-store" }), until));
  }
  // The list is the same for everybody: nobody's session is sent for it.
  const list = await fetch(LIST, { credentials: "omit", headers: { "Accept-Language": language } });
  await cache.put(LIST, await copy(list, {}));
  for (const url of assets) await cache.put(url, await copy(await fetch(url), {}));
};

const drop = async ({ page }) => {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname;
    if (path === page || path.startsWith(page.replace(/\/offline\/page$/, "/qr."))) await cache.delete(request);
  }
  await prune();
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => {
  const { keep: page, drop: ended } = event.data;
  const work = page ? keep(page) : drop(ended);
  const answer = (isDone) => event.ports[0]?.postMessage(isDone);
  event.waitUntil(work.then(() => answer(true), () => answer(false)));
});

// Drops a page that was ended, or whose session was: then it leads to the sign-in.
const dropEnded = async (page) => {
  const answer = await fetch(page, { method: "HEAD", redirect: "manual", cache: "no-store" }).catch(() => null);
  if (answer?.type === "opaqueredirect" || ENDED.includes(answer?.status)) await drop({ page });
};

const keptPages = async () => {
  if (!(await caches.has(CACHE))) return [];
  return (await (await caches.open(CACHE)).keys()).map((request) => new URL(request.url).pathname)
    .filter((path) => path.endsWith("/offline/page"));
};

// Asks for pages before they are shown; what is answered too late counts at the next opening.
const ask = async (event, pages) => {
  const asked = Promise.all(pages.map(dropEnded));
  event.waitUntil(asked);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
};

const open = async (event, path) => {
  const pages = await keptPages();
  await ask(event, path === LIST ? pages : pages.filter((page) => page === path));
  return (pages.includes(path) && (await kept(path)))
    || fetch(event.request).catch(async () => (await kept(LIST)) ?? Response.error());
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    const answer = open(event, url.pathname);
    event.respondWith(answer);
    // Not beside it: with the last page the list goes too, which may be the answer.
    event.waitUntil(answer.then(prune, prune));
  } else {
    event.respondWith(fetch(request).catch(async () => (await kept(request.url)) ?? Response.error()));
  }
});
