// A region is shown by dragging a box over the picture. Without this script, and by touch, two presses do the same.

const target = document.querySelector("#target");
const field = (name, number) => document.getElementById(`${name}-${number}`);
const within = (value) => Math.min(Math.max(value, 0), 1);
const decimal = (0.5).toLocaleString(document.documentElement.lang).includes(",") ? "," : ".";
const percent = (share) => String(Math.round(share * 1000) / 10).replace(".", decimal);

// The numbers of what is shown: of a region, or of a page's table.
const fill = (page, left, top, width, height) => {
  const [kind, number] = target.value.split("-");
  if (kind === "table") {
    field("rows-top", number).value = percent(top);
    field("rows-height", number).value = percent(height);
    return;
  }
  field("page", number).value = page;
  field("left", number).value = percent(left);
  field("width", number).value = percent(width);
  if (field("repeats", number).checked) return;
  field("top", number).value = percent(top);
  field("height", number).value = percent(height);
};

for (const area of document.querySelectorAll(".pressed")) {
  const picture = area.querySelector("input");
  const drawing = area.querySelector("svg");
  let start;
  let box;

  const place = (event) => {
    const frame = picture.getBoundingClientRect();
    return [within((event.clientX - frame.left) / frame.width), within((event.clientY - frame.top) / frame.height)];
  };
  const sides = (event) => {
    const [x, y] = place(event);
    return [Math.min(x, start[0]), Math.min(y, start[1]), Math.abs(x - start[0]), Math.abs(y - start[1])];
  };
  const isDrawn = (event) => start && sides(event).slice(2).every((side) => side > 0.005);

  picture.draggable = false;
  picture.addEventListener("dragstart", (event) => event.preventDefault());
  picture.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    start = place(event);
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    if (!isDrawn(event)) return;
    if (!box) {
      drawing.querySelector(`[data-region="${target.value.split("-")[1]}"]`)?.remove();
      box = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      box.setAttribute("class", "region");
      if (target.value.startsWith("region")) box.dataset.region = target.value.split("-")[1];
      drawing.append(box);
    }
    const { width, height } = drawing.viewBox.baseVal;
    const [left, top, wide, high] = sides(event);
    box.setAttribute("x", left * width);
    box.setAttribute("y", top * height);
    box.setAttribute("width", wide * width);
    box.setAttribute("height", high * height);
  });
  // The click that follows would send the form.
  picture.addEventListener("click", (event) => {
    if (isDrawn(event)) {
      event.preventDefault();
      fill(area.dataset.page, ...sides(event));
    }
    start = undefined;
    box = undefined;
  });
}
