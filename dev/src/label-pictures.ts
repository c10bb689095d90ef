import { FIRST_LABEL_FORM, type LabelForm, labelSheet, layOutLabel } from '@portal/rules';
import { EAN_MODULES, eanModules } from './ean-bars.ts';

/** Shades of grey, row by row, 0 is black. */
export type Picture = { readonly width: number; readonly height: number; readonly grey: Uint8ClampedArray };

/** How a camera sees a code. */
export type View = {
  readonly width: number;
  readonly height: number;
  /** How large the label is in the picture */
  readonly pixelsPerMm: number;
  /** Degrees */
  readonly turned?: number;
  /** Standard deviation in pixels */
  readonly blur?: number;
  /** Of the light from left to right, and random in each pixel: shades */
  readonly shadow?: number;
  readonly noise?: number;
  /** What is left of each shade, and of the distances between them, from 0 to 1 */
  readonly light?: number;
  readonly contrast?: number;
};

export type PictureOf = View & { readonly pzn: string; readonly form?: Partial<LabelForm> };

/** In millimetres; `at` takes them from the middle. */
type Drawing = { readonly width: number; readonly height: number; at(x: number, y: number): number };

/** Dots a millimetre in which a label is drawn before it is photographed. */
const DOTS = 40;
/** The board the label is on, and shades of paper and bars */
const BOARD = 130;
const PAPER = 235;
const BAR = 25;

/** A shelf label as a camera sees it: laid out as for printing, its texts as grey lines. */
export function photographLabel(of: PictureOf): Picture {
  return photograph(drawLabel(of.pzn, { ...FIRST_LABEL_FORM, ...of.form }), of, Number(of.pzn));
}

/** An EAN-13 on a pack, modules of 0.33 mm; `twelve`: its digits without the check digit. */
export function photographEan({ twelve, ...view }: View & { readonly twelve: string }): Picture {
  return photograph(drawEan(twelve), view, Number(twelve) % 2_147_483_647);
}

function photograph(drawing: Drawing, view: View, seed: number): Picture {
  const { width, height, pixelsPerMm, turned = 0, blur = 0, shadow = 40, noise = 3, light = 1, contrast = 1 } = view;
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / pixelsPerMm, Math.sin(angle) / pixelsPerMm];
  const seen = new Float32Array(width * height).fill(BOARD);
  const reach = (Math.hypot(drawing.width, drawing.height) / 2) * pixelsPerMm + 1;
  const around = (places: number) =>
    [Math.max(0, Math.floor(places / 2 - reach)), Math.min(places, Math.ceil(places / 2 + reach))] as const;
  const [[left, right], [top, bottom]] = [around(width), around(height)];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      let sum = 0;
      // Four points of each pixel
      for (let part = 0; part < 4; part++) {
        const fromX = x + (part % 2 === 0 ? 0.25 : 0.75) - width / 2;
        const fromY = y + (part < 2 ? 0.25 : 0.75) - height / 2;
        sum += drawing.at(fromX * cos + fromY * sin, fromY * cos - fromX * sin);
      }
      seen[y * width + x] = sum / 4;
    }
  const blurred = blur > 0 ? blurBy(seen, { width, height }, blur) : seen;
  const random = randomFrom(seed);
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at++) {
    const lit = (blurred[at] as number) - (shadow * (at % width)) / width;
    grey[at] = (BOARD + (lit - BOARD) * contrast) * light + (random() + random() - 1) * noise * 2;
  }
  return { width, height, grey };
}

function drawLabel(pzn: string, form: LabelForm): Drawing {
  const sheet = labelSheet(form);
  const { fill, drawing } = paper(sheet);
  const label = { pzn, name: 'Nasenspray', content: '10 ml', producer: 'Ärzte AG', effectivePrice: 495 };
  const measure = (text: string, size: number) => text.length * size * 0.54;
  for (const piece of layOutLabel(label, sheet, form, { measure, day: '22.11.2026' })) {
    if (piece.kind === 'bar') fill(piece.x, piece.y, piece.width, piece.height, BAR);
    else fill(piece.x, piece.y - piece.size * 0.5, measure(piece.text, piece.size), piece.size * 0.12, 90);
  }
  return drawing;
}

const EAN_MODULE = 0.33;
const EAN_QUIET = 11;

function drawEan(twelve: string): Drawing {
  const { fill, drawing } = paper({ width: (EAN_MODULES + 2 * EAN_QUIET) * EAN_MODULE, height: 26 });
  for (const [at, module] of Array.from(eanModules(twelve)).entries())
    if (module === '1') fill((EAN_QUIET + at) * EAN_MODULE, 2, EAN_MODULE, 22, BAR);
  return drawing;
}

/** `fill` takes millimetres from the upper left corner. */
function paper({ width, height }: { readonly width: number; readonly height: number }) {
  const [columns, rows] = [Math.ceil(width * DOTS), Math.ceil(height * DOTS)];
  const dots = new Uint8Array(columns * rows).fill(PAPER);
  const to = (mm: number) => Math.round(mm * DOTS);
  return {
    fill(x: number, y: number, wide: number, high: number, shade: number) {
      for (let row = Math.max(0, to(y)); row < Math.min(rows, to(y + high)); row++)
        dots.fill(shade, row * columns + Math.max(0, to(x)), row * columns + Math.min(columns, to(x + wide)));
    },
    drawing: {
      width,
      height,
      at(x: number, y: number) {
        const column = Math.floor((x + width / 2) * DOTS);
        const row = Math.floor((y + height / 2) * DOTS);
        const isOutside = column < 0 || row < 0 || column >= columns || row >= rows;
        return isOutside ? BOARD : (dots[row * columns + column] as number);
      },
    } satisfies Drawing,
  };
}

function blurBy(
  picture: Float32Array,
  { width, height }: { width: number; height: number },
  sigma: number,
): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)));
  const total = weights.reduce((sum, each) => sum + each, 0);
  const along = (from: Float32Array, step: number, places: number, placeOf: (at: number) => number) => {
    const to = new Float32Array(from.length);
    for (let at = 0; at < from.length; at++) {
      const place = placeOf(at);
      let sum = 0;
      for (let by = -reach; by <= reach; by++) {
        const other = place + by >= 0 && place + by < places ? at + by * step : at;
        sum += (weights[by + reach] as number) * (from[other] as number);
      }
      to[at] = sum / total;
    }
    return to;
  };
  const across = along(picture, 1, width, (at) => at % width);
  return along(across, width, height, (at) => Math.floor(at / width));
}

/** The same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A video of pictures of one size, each shown for a while: YUV4MPEG2, as Chromium's fake camera takes it. */
export function videoOf(pictures: readonly Picture[], framesPerSecond: string): Buffer {
  const [{ width, height }] = pictures as [Picture, ...Picture[]];
  const colourless = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond} Ip A1:1 C420\n`),
    ...pictures.flatMap(({ grey }) => [Buffer.from('FRAME\n'), Buffer.from(grey), colourless]),
  ]);
}
