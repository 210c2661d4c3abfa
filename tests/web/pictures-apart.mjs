// No two pictures of one kind look alike: a player knows a card by its picture before he reads its
// name. Every picture is drawn 64 pixels wide and held against every other of its set.
// Usage: pictures-apart.mjs [--all]   (--all: also the nearest pairs of every set)
//
// How alike: grey, without the slow change from a light sky to a dark ground, so that shapes count
// and colours do not; then the correlation of the two, as drawn, mirrored, and moved by up to two
// pixels, and the best of those. 1 is the same picture, 0 nothing in common.
//
// How the threshold was chosen: tests/web/twins holds pictures of Ancient Knowledge that were one
// stock picture in other colours (Göbekli Tepe, Jericho, Ellora and Petra; Byblos, Ollantaytambo and
// Easter Island; two thinkers). Their pairs measure 0.92 to 1.00. The nearest two of the thirty-two
// landscapes measure 0.40, of the small signs 0.50, of Ancient Knowledge's monuments 0.59. The threshold
// lies between, and the twins are measured every time.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";

const LIMIT = 0.6;
const WIDTH = 64;
const here = dirname(fileURLToPath(import.meta.url));
const games = join(here, "../../web/src/games");

/** The pictures of a folder whose names the pattern takes, as { name, svg }. */
function folder(path, pattern) {
  return readdirSync(path)
    .filter((file) => file.endsWith(".svg") && pattern.test(file.slice(0, -4)))
    .sort()
    .map((file) => ({ name: file.slice(0, -4), svg: readFileSync(join(path, file), "utf8") }));
}

/**
 * One line for every kind of picture that is looked at side by side, and how many there are.
 * Signs in a common frame are told apart by what the frame holds: middle is that share of them.
 */
const contrees = join(games, "contrees/art");
const ancient = join(games, "ancient/art");
const sets = [
  { name: "landscapes", count: 32, pictures: folder(contrees, /^E\d\d$/) },
  { name: "missions", count: 29, middle: 0.5, pictures: folder(contrees, /^[MJ]\d\d$/) },
  { name: "peripeteias", count: 16, middle: 0.5, pictures: folder(contrees, /^P\d\d$/) },
  { name: "cities", count: 5, pictures: folder(contrees, /^L\d$/) },
  { name: "characters", count: 6, pictures: folder(contrees, /^K\d$/) },
  { name: "technologies", count: 45, pictures: folder(ancient, /^T\d+$/) },
  { name: "monuments and artefacts", count: 144, pictures: folder(ancient, /^[CMPA]\d+$/) },
];

const twinsFolder = folder(join(here, "twins"), /^[CT]\d+$/);
const twins = [
  ["C3", "C5", "C9", "C17"],
  ["C4", "C6", "C24"],
  ["T1", "T2"],
].map((names) => twinsFolder.filter((picture) => names.includes(picture.name)));

/** In the page: the picture in grey, WIDTH pixels wide, in JSON. */
async function draw({ svg, width, middle }) {
  const image = new Image();
  const [x, y, w, h] = /viewBox="([-\d. ]+)"/.exec(svg)[1].split(" ").map(Number);
  const height = Math.round((width * h) / w);
  const [dx, dy] = [(w * (1 - middle)) / 2, (h * (1 - middle)) / 2];
  const seen = `width="${width}" height="${height}" viewBox="${x + dx} ${y + dy} ${w * middle} ${h * middle}"`;
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace(/viewBox="[-\d. ]+"/, seen))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = [];
  for (let i = 0; i < data.length; i += 4)
    grey.push(0.299 * data[i] + 0.587 * data[i + 1] + 0.114 * data[i + 2]);
  return JSON.stringify({ grey, width, height }); // as a text it comes over at once
}

/** The mean over a square of side 2r + 1, cut at the edges. */
function blur({ grey, width, height }, r) {
  const across = new Float64Array(grey.length);
  const out = new Float64Array(grey.length);
  const mean = (from, at, step, i, size) => {
    let sum = 0;
    const first = Math.max(0, i - r);
    const last = Math.min(size - 1, i + r);
    for (let k = first; k <= last; k++) sum += from[at + (k - i) * step];
    return sum / (last - first + 1);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) across[y * width + x] = mean(grey, y * width + x, 1, x, width);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[y * width + x] = mean(across, y * width + x, width, y, height);
  return out;
}

/** Shapes only: what is lighter or darker than its surroundings, softened a little. */
function shapes(picture) {
  const fine = blur(picture, 1);
  const coarse = blur(picture, 14);
  return { ...picture, grey: fine.map((value, i) => value - coarse[i]) };
}

function mirrored({ grey, width, height }) {
  return { grey: grey.map((_, i) => grey[i - (i % width) + width - 1 - (i % width)]), width, height };
}

const REACH = 2;
const shifts = [];
for (let dy = -REACH; dy <= REACH; dy++) for (let dx = -REACH; dx <= REACH; dx++) shifts.push([dx, dy]);

/** Of a picture the part that lies on another which is moved by (dx, dy). */
const partUnder = ({ width, height }, dx, dy) => ({
  left: Math.max(0, dx),
  right: Math.min(width, width + dx),
  top: Math.max(0, dy),
  bottom: Math.min(height, height + dy),
});

/** The sum of squares of each part that is compared: they are the same in all pairs. */
function strengths(picture) {
  const { grey, width } = picture;
  return shifts.map(([dx, dy]) => {
    const { left, right, top, bottom } = partUnder(picture, dx, dy);
    let sum = 0;
    for (let y = top; y < bottom; y++)
      for (let i = y * width + left; i < y * width + right; i++) sum += grey[i] * grey[i];
    return sum;
  });
}

/** How alike `a` is to `b` moved by the n-th shift; a part of `b` is what the opposite shift leaves. */
function correlation(a, b, n) {
  const [dx, dy] = shifts[n];
  const { left, right, top, bottom } = partUnder(a, dx, dy);
  const [p, q, { width }] = [a.grey, b.grey, a];
  const back = dy * width + dx;
  // Two sums side by side: one alone waits for itself at every step.
  let [even, odd] = [0, 0];
  for (let y = top; y < bottom; y++) {
    const end = y * width + right;
    let i = y * width + left;
    for (; i + 1 < end; i += 2) {
      even += p[i] * q[i - back];
      odd += p[i + 1] * q[i + 1 - back];
    }
    if (i < end) even += p[i] * q[i - back];
  }
  return (even + odd) / Math.sqrt(a.strengths[n] * b.strengths[shifts.length - 1 - n] || 1);
}

function alike(a, b) {
  let best = -1;
  for (const other of [b, b.mirrored])
    for (let n = 0; n < shifts.length; n++) best = Math.max(best, correlation(a, other, n));
  return best;
}

/** Every pair of a set, the nearest first. */
function pairs(drawn) {
  return drawn
    .flatMap((a, i) => drawn.slice(i + 1).map((b) => ({ a: a.name, b: b.name, like: alike(a, b) })))
    .sort((p, q) => q.like - p.like);
}

const failures = [];
const browser = await launch();
const page = await browser.newPage();
const drawAll = async (pictures, middle = 1) => {
  const drawn = [];
  for (const { name, svg } of pictures)
    drawn.push({ name, ...shapes(JSON.parse(await page.evaluate(draw, { svg, width: WIDTH, middle }))) });
  for (const picture of drawn) {
    picture.mirrored = mirrored(picture);
    for (const each of [picture, picture.mirrored]) each.strengths = strengths(each);
  }
  if (new Set(drawn.map(({ height }) => height)).size > 1) failures.push("pictures of a set differ in size");
  return drawn;
};
const say = ({ a, b, like }) => `${a} and ${b}: ${like.toFixed(2)}`;
try {
  for (const group of twins) {
    const found = pairs(await drawAll(group));
    console.log(`twins: ${found.map(say).join(", ")}`);
    for (const pair of found) if (pair.like < LIMIT) failures.push(`known twins pass: ${say(pair)}`);
  }
  for (const { name, count, middle, pictures } of sets) {
    if (pictures.length !== count) failures.push(`${name}: ${pictures.length} pictures, not ${count}`);
    const found = pairs(await drawAll(pictures, middle));
    console.log(`${name}: ${pictures.length} pictures, nearest ${found.slice(0, 1).map(say).join()}`);
    if (process.argv.includes("--all")) for (const pair of found.slice(0, 20)) console.log(`  ${say(pair)}`);
    for (const pair of found) if (pair.like >= LIMIT) failures.push(`${name} alike: ${say(pair)}`);
  }
} finally {
  await browser.close();
}
for (const failure of failures) console.error(failure);
process.exit(failures.length ? 1 : 0);
