/** The hidden meaning as a picture to keep: a page with its plate, drawn on a canvas. */
import { picture } from "./art";

export interface Quoted {
  readonly sentence: string;
  readonly title: string;
  readonly author: string;
  readonly page: string;
  readonly card: string;
}

const WIDTH = 1500;
const HEIGHT = 1000;
const INK = "#2a2018";
const BRASS = "#76500f";

/** An SVG without a size of its own is no picture for every browser: it is given one. */
async function plate(card: string): Promise<HTMLImageElement> {
  const text = await fetch(picture(card)).then((answer) => answer.text());
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.replace("<svg", '<svg width="480" height="720"'))}`;
  await image.decode();
  return image;
}

function linesOf(pen: CanvasRenderingContext2D, text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/ +/)) {
    const longer = line ? `${line} ${word}` : word;
    if (line && pen.measureText(longer).width > width) lines.push(line), (line = word);
    else line = longer;
  }
  return [...lines, line];
}

/** The largest letters in which the sentence has room. */
function fit(pen: CanvasRenderingContext2D, text: string, width: number, height: number) {
  for (let size = 66; size > 18; size -= 2) {
    pen.font = `${size}px "Young Serif", serif`;
    const lines = linesOf(pen, text, width);
    if (lines.length * size * 1.4 <= height) return { size, lines };
  }
  pen.font = '18px "Young Serif", serif';
  return { size: 18, lines: linesOf(pen, text, width) };
}

function paper(pen: CanvasRenderingContext2D): void {
  const light = pen.createLinearGradient(0, 0, WIDTH, HEIGHT);
  light.addColorStop(0, "#fffaf0");
  light.addColorStop(1, "#f0e2c4");
  pen.fillStyle = light;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = "#b5852f";
  for (const [inset, width] of [
    [36, 6],
    [50, 2],
  ] as const) {
    pen.lineWidth = width;
    pen.strokeRect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset);
  }
}

export function drawQuotation(quoted: Quoted, image: CanvasImageSource): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  paper(pen);
  pen.fillStyle = "#5c381f";
  pen.fillRect(104, 134, 492, 732);
  pen.drawImage(image, 110, 140, 480, 720);
  pen.fillStyle = BRASS;
  pen.font = '150px "Young Serif", serif';
  pen.fillText("“", 660, 260);
  const { size, lines } = fit(pen, quoted.sentence, 740, 470);
  pen.fillStyle = INK;
  const top = 300 + (470 - lines.length * size * 1.4) / 2;
  for (const [i, line] of lines.entries()) pen.fillText(line, 660, top + (i + 0.8) * size * 1.4);
  pen.fillStyle = BRASS;
  pen.fillRect(660, 812, 120, 4);
  pen.font = '34px "Young Serif", serif';
  pen.fillText(quoted.title, 660, 862, 740);
  pen.font = "28px Atkinson, sans-serif";
  pen.fillText([quoted.author, quoted.page].filter(Boolean).join(" · "), 660, 904, 740);
  return canvas;
}

/** Hands the picture to the person; false: it could not be drawn. */
export async function saveQuotation(quoted: Quoted): Promise<boolean> {
  try {
    const [image] = await Promise.all([plate(quoted.card), document.fonts.ready]);
    const canvas = drawQuotation(quoted, image);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) return false;
    const url = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = url;
    link.download = "nouvelles-contrees.png";
    link.click();
    URL.revokeObjectURL(url);
    return true;
  } catch {
    return false;
  }
}
