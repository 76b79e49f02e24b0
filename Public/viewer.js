// Opens a SMART Health Link of this server: asks for its file, decrypts it here, and shows the doses in it.

const root = document.querySelector("[data-viewer]");
const part = (name) => root.querySelector(`[data-${name}]`);
const say = (text) => {
  part("state").textContent = text;
  part("state").hidden = text === "";
};
// The most that a file may unpack to.
const LARGEST = 16 << 20;
// The most characters of what a link calls itself: they are whoever's made it.
const LONGEST_LABEL = 80;

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
const text = (data) => new TextDecoder("utf-8", { fatal: true }).decode(data);

const readLink = () => {
  const shared = decodeURIComponent(location.hash.slice(1));
  if (!shared.toLowerCase().startsWith("shlink:/")) throw new Error("no link");
  const link = JSON.parse(text(bytes(shared.slice(8))));
  const flag = link.flag ?? "";
  if (bytes(link.key).length !== 32 || (link.v ?? 1) !== 1 || typeof flag !== "string") throw new Error("no link");
  // Whatever isn't what it should be throws here, where that is said.
  const until = link.exp ? moment(link.exp) : "";
  return { ...link, url: new URL(link.url), flag, until, label: String(link.label ?? "") };
};

const unpacked = async (data) => {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
    if (length > LARGEST) throw new Error("too large");
    parts.push(piece.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

// A JWE in compact form with a shared key: `dir`, `A256GCM`, deflated where it says so.
const decrypted = async (file, key) => {
  const [head, , nonce, sealed, tag] = file.trim().split(".");
  const header = JSON.parse(text(bytes(head)));
  if (header.alg !== "dir" || header.enc !== "A256GCM") throw new Error("unknown");
  const secret = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const data = await new Blob([bytes(sealed), bytes(tag)]).arrayBuffer();
  const plain = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes(nonce), additionalData: new TextEncoder().encode(head) }, secret, data);
  return header.zip === "DEF" ? unpacked(plain) : new Uint8Array(plain);
};

// Says that the link has ended, and nothing else: there is nothing to ask for any more.
const end = () => {
  for (const name of ["label-line", "until-line", "ask"]) part(name).hidden = true;
  say(root.dataset.over);
};

// Asked without a name: nothing is opened or noted by it, but a link that has ended says so.
const hasEnded = async (link) => {
  const options = { credentials: "omit", cache: "no-store" };
  const posted = { ...options, method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  try {
    return (await fetch(link.url, link.flag.includes("U") ? options : posted)).status === 404;
  } catch {
    return false;
  }
};

// An encrypted file of a manifest: in it, or at an address of its own for a while.
const enclosed = async (file) => {
  if (file.embedded) return file.embedded;
  const answer = await fetch(file.location, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) throw new Error("gone");
  return answer.text();
};

// What the server says: the encrypted files, or the words for why there are none, or that the link has ended.
const fetched = async (link, recipient, passcode) => {
  const words = root.dataset;
  let answer;
  try {
    if (link.flag.includes("U")) {
      const place = new URL(link.url);
      place.searchParams.set("recipient", recipient);
      answer = await fetch(place, { credentials: "omit", cache: "no-store" });
    } else {
      answer = await fetch(link.url, {
        method: "POST", credentials: "omit", cache: "no-store", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ recipient, passcode: passcode || undefined }),
      });
    }
  } catch {
    return { why: words.unreachable };
  }
  if (answer.status === 401) {
    const { remainingAttempts } = await answer.json();
    return remainingAttempts > 0 ? { why: `${words.passcode} ${remainingAttempts}` } : { isOver: true };
  }
  if (answer.status === 404) return { isOver: true };
  if (answer.status === 429) return { why: words.often };
  if (!answer.ok) return { why: words.unreachable };
  if (link.flag.includes("U")) return { files: [await answer.text()] };
  try {
    return { files: await Promise.all((await answer.json()).files.map(enclosed)) };
  } catch {
    return { why: words.unreachable };
  }
};

// The names of our codes in the reader's language: the link's own are in the language of whoever made it.
const names = new Map([...part("names").content.children].map((one) => [one.value, one.textContent]));
const words = (concept) => {
  const codes = concept?.coding ?? [];
  const own = codes.find((code) => code.system?.startsWith("urn:vaccinapp:"));
  const known = [own, ...codes].map((code) => names.get(`${code?.system} ${code?.code}`)).find(Boolean);
  return known ?? concept?.text ?? own?.display ?? codes.map((code) => code.display).find(Boolean)
    ?? codes[0]?.code ?? "";
};

const language = document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang;

// Seconds since 1970 as the reader's own clock shows them.
const moment = (seconds) => {
  const written = (style) => new Intl.DateTimeFormat(language, style).format(new Date(seconds * 1000));
  return root.dataset.moment
    .replace("{date}", written({ dateStyle: "long" })).replace("{time}", written({ timeStyle: "short" }));
};

const day = (value) => {
  const written = /^\d{4}-\d{2}-\d{2}/.exec(value ?? "")?.[0];
  if (!written) return value ?? "";
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(written));
};

const element = (name, kind = "", content = "") => {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = content;
  return made;
};

// One patient's record, in a copy of the page's part for it.
const record = (plain, number) => {
  const copy = part("record").content.cloneNode(true);
  const inside = (name) => copy.querySelector(`[data-${name}]`);
  const bundle = JSON.parse(text(plain));
  const resources = bundle.entry.map((entry) => entry.resource);
  const patient = resources.find((one) => one.resourceType === "Patient") ?? {};
  inside("holder").textContent = patient.name?.[0]?.text ?? "";
  inside("born-line").textContent = patient.birthDate ? `${root.dataset.born} ${day(patient.birthDate)}` : "";
  const doses = resources.filter((one) => one.resourceType === "Immunization")
    .sort((one, other) => (other.occurrenceDateTime ?? "").localeCompare(one.occurrenceDateTime ?? ""));
  inside("doses").replaceChildren(...doses.map((dose) => {
    const diseases = (dose.protocolApplied ?? []).flatMap((one) => one.targetDisease ?? []).map(words).join(", ");
    const batch = dose.lotNumber ? `${root.dataset.batch} ${dose.lotNumber}` : "";
    const [item, row] = [element("li"), element("div", "row")];
    row.append(
      element("strong", "row-main", words(dose.vaccineCode)), " ",
      element("span", "row-sub", [diseases, batch].filter(Boolean).join(" · ")), " ",
      element("span", "row-date", day(dose.occurrenceDateTime)));
    item.append(row);
    return item;
  }));
  const save = inside("save");
  save.href = URL.createObjectURL(new Blob([plain], { type: "application/fhir+json" }));
  save.download = `vaccinations${number ? `-${number + 1}` : ""}.fhir.json`;
  return copy;
};

const show = (files) => {
  const records = files.map(record);
  part("records").replaceChildren(...records);
  part("ask").hidden = true;
  part("note").hidden = false;
  say("");
  part("holder").focus();
};

const begin = async () => {
  let link;
  try {
    link = readLink();
  } catch {
    return say(root.dataset.wrong);
  }
  if (link.url.origin !== location.origin) return say(root.dataset.foreign);
  if (link.exp && link.exp * 1000 <= Date.now()) return end();
  // With it go its key and whatever else it brought along.
  history.replaceState(null, "", location.pathname);
  say("");
  if (await hasEnded(link)) return end();
  part("label").textContent = [...link.label].slice(0, LONGEST_LABEL).join("");
  part("label-line").hidden = !link.label;
  part("until-line").textContent = link.until && `${root.dataset.until} ${link.until}`;
  part("until-line").hidden = !link.until;
  part("secret").hidden = !link.flag.includes("P");
  part("ask").elements.passcode.required = link.flag.includes("P");
  part("ask").hidden = false;
  part("ask").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { recipient, passcode } = part("ask").elements;
    const { files, why, isOver } = await fetched(link, recipient.value.trim(), passcode.value.trim());
    if (isOver) return end();
    if (why) return say(why);
    try {
      show(await Promise.all(files.map((file) => decrypted(file, bytes(link.key)))));
    } catch {
      say(root.dataset.damaged);
    }
  });
};

// Another link, opened in the same place, is read as well.
addEventListener("hashchange", () => location.reload());
begin();
