// Import of certificates: dragged files, pasted pictures, a list of what is chosen, scanning with the camera.
// Without it the two file inputs and the text field do the same job.

const form = document.querySelector("[data-import]");
const input = form.querySelector("#files");
const area = form.querySelector("[data-drop]");
const list = form.querySelector("[data-chosen]");
const tooMuch = form.querySelector("[data-too-much]");
const text = form.querySelector("#text");

// The chosen files. An input takes new files only as a whole list.
const choose = (files) => {
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  input.files = chosen.files;
  show();
};

const isTooMuch = () => {
  const files = [...form.querySelectorAll("input[type=file]")].flatMap((one) => [...one.files]);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return files.length > Number(tooMuch.dataset.most) || bytes > Number(tooMuch.dataset.mostBytes);
};

const row = (file, index) => {
  const item = document.createElement("li");
  const name = document.createElement("bdi");
  const remove = document.createElement("input");
  name.textContent = file.name;
  remove.type = "button";
  remove.className = "link";
  remove.value = list.dataset.remove;
  remove.setAttribute("aria-label", `${list.dataset.remove}: ${file.name}`);
  remove.addEventListener("click", () => {
    choose([...input.files].filter((_, place) => place !== index));
    input.focus();
  });
  item.append(name, " ", remove);
  return item;
};

const show = () => {
  list.replaceChildren(...[...input.files].map(row));
  list.hidden = input.files.length === 0;
  tooMuch.textContent = isTooMuch() ? tooMuch.dataset.tooMuch : "";
};

form.addEventListener("change", show);
show();

// Drag and drop. Elsewhere on the page a dropped file would replace the page.
const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
document.addEventListener("dragover", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  area.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) area.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  area.classList.remove("over");
  choose([...input.files, ...event.dataTransfer.files]);
});

// Pasting a picture or a file adds it; pasted text goes where the cursor is.
document.addEventListener("paste", (event) => {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  choose([...input.files, ...files]);
});

const sending = form.querySelector("[data-sending]");
form.addEventListener("submit", (event) => {
  if (isTooMuch()) {
    event.preventDefault();
    show();
    input.focus();
    return;
  }
  stop();
  sending.textContent = sending.dataset.sending;
});
// Coming back by the browser's button, the page is as it was left.
addEventListener("pageshow", () => {
  sending.textContent = "";
  show();
});

// Scanning with the camera, where the browser finds codes itself.
const scan = document.querySelector("[data-scan]");
const view = scan.querySelector("[data-scan-view]");
const video = scan.querySelector("video");
const begin = scan.querySelector("[data-scan-start]");
const status = scan.querySelector("[data-scan-status]");
let stream = null;

const stop = () => {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  video.srcObject = null;
  view.hidden = true;
  begin.hidden = false;
};

// Each certificate goes to the text field, on a line of its own.
const take = (code) => {
  if (!/^(HC\d:|shc:\/)/i.test(code) && !/^(eyJ|6BF|NCF|Y9F|V7F)/.test(code)) return scan.dataset.other;
  if (text.value.split("\n").includes(code)) return scan.dataset.again;
  text.value = text.value.trim() ? `${text.value.trimEnd()}\n${code}` : code;
  return scan.dataset.found;
};

const look = async (detector) => {
  // A code that stays in view is announced once.
  let last = "";
  while (stream) {
    const codes = video.readyState >= 2 ? await detector.detect(video).catch(() => []) : [];
    const seen = codes.map((code) => code.rawValue).filter(Boolean).sort().join("\n");
    if (stream && seen && seen !== last) {
      const told = seen.split("\n").map(take);
      status.textContent = told.includes(scan.dataset.found) ? scan.dataset.found : told[0];
    }
    last = seen || last;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
};

const start = async (detector) => {
  begin.hidden = true;
  try {
    const camera = { video: { facingMode: "environment", width: { ideal: 1920 } } };
    stream = await navigator.mediaDevices.getUserMedia(camera);
    video.srcObject = stream;
    view.hidden = false;
    status.textContent = scan.dataset.looking;
    await video.play();
    look(detector);
  } catch {
    stop();
    status.textContent = scan.dataset.denied;
  }
};

const offerScanning = async () => {
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices?.getUserMedia) return;
  const formats = await BarcodeDetector.getSupportedFormats().catch(() => []);
  if (!formats.includes("qr_code")) return;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  begin.addEventListener("click", () => start(detector));
  scan.querySelector("[data-scan-stop]").addEventListener("click", () => {
    stop();
    status.textContent = "";
    begin.focus();
  });
  addEventListener("pagehide", stop);
  scan.hidden = false;
};
offerScanning();
