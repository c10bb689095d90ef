import { FIRST_LABEL_FORM, type LabelForm, labelSheet, layOutLabel } from '@portal/rules';

/** Shades of grey, row by row, 0 is black. */
export type Picture = { readonly width: number; readonly height: number; readonly grey: Uint8ClampedArray };

export type PictureOf = {
  readonly pzn: string;
  readonly form?: Partial<LabelForm>;
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
};

/** Dots a millimetre in which a label is drawn before it is photographed. */
const DOTS = 40;

/** A shelf label as a camera sees it: laid out as for printing, its texts as grey lines. */
export function photographLabel(of: PictureOf): Picture {
  const { width, height, pixelsPerMm, turned = 0, blur = 0, shadow = 40, noise = 3 } = of;
  const label = drawLabel(of.pzn, { ...FIRST_LABEL_FORM, ...of.form });
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) / pixelsPerMm, Math.sin(angle) / pixelsPerMm];
  const seen = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      // Four points of each pixel
      for (let part = 0; part < 4; part++) {
        const fromX = x + (part % 2 === 0 ? 0.25 : 0.75) - width / 2;
        const fromY = y + (part < 2 ? 0.25 : 0.75) - height / 2;
        sum += label.at(fromX * cos + fromY * sin, fromY * cos - fromX * sin);
      }
      seen[y * width + x] = sum / 4;
    }
  const blurred = blur > 0 ? blurBy(seen, { width, height }, blur) : seen;
  const random = randomFrom(Number(of.pzn));
  const grey = new Uint8ClampedArray(width * height);
  for (let at = 0; at < grey.length; at++)
    grey[at] = (blurred[at] as number) - (shadow * (at % width)) / width + (random() + random() - 1) * noise * 2;
  return { width, height, grey };
}

/** `at` takes millimetres from the label's middle. */
function drawLabel(pzn: string, form: LabelForm): { at(x: number, y: number): number } {
  const sheet = labelSheet(form);
  const [columns, rows] = [Math.ceil(sheet.width * DOTS), Math.ceil(sheet.height * DOTS)];
  const dots = new Uint8Array(columns * rows).fill(235);
  const fill = (x: number, y: number, width: number, height: number, shade: number) => {
    const to = (mm: number) => Math.round(mm * DOTS);
    for (let row = Math.max(0, to(y)); row < Math.min(rows, to(y + height)); row++)
      dots.fill(shade, row * columns + Math.max(0, to(x)), row * columns + Math.min(columns, to(x + width)));
  };
  const label = { pzn, name: 'Nasenspray', content: '10 ml', producer: 'Ärzte AG', effectivePrice: 495 };
  const measure = (text: string, size: number) => text.length * size * 0.54;
  for (const piece of layOutLabel(label, sheet, form, { measure, day: '22.11.2026' })) {
    if (piece.kind === 'bar') fill(piece.x, piece.y, piece.width, piece.height, 25);
    else fill(piece.x, piece.y - piece.size * 0.5, measure(piece.text, piece.size), piece.size * 0.12, 90);
  }
  return {
    at(x, y) {
      const column = Math.floor((x + sheet.width / 2) * DOTS);
      const row = Math.floor((y + sheet.height / 2) * DOTS);
      const isOutside = column < 0 || row < 0 || column >= columns || row >= rows;
      // The board the label is on
      return isOutside ? 130 : (dots[row * columns + column] as number);
    },
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
