import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { photographEan, photographLabel, type Picture, type View } from '@portal/dev/label-pictures.ts';
import { withCheckDigit } from '@portal/dev/ean-bars.ts';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** `bar`: pixels of the narrowest bar. */
export type Kind = {
  readonly name: string;
  readonly views: readonly (Omit<View, 'width' | 'height' | 'pixelsPerMm'> & { readonly bar: number })[];
};

const each = <Value>(values: readonly Value[], viewOf: (value: Value) => Kind['views'][number]) => values.map(viewOf);

const KINDS: readonly Kind[] = [
  { name: 'small', views: each([1.2, 1.5, 2, 3], (bar) => ({ bar })) },
  {
    name: 'blurred',
    views: [
      { bar: 2, blur: 1 },
      { bar: 3, blur: 1 },
      { bar: 3, blur: 2 },
      { bar: 4, blur: 3 },
    ],
  },
  { name: 'tilted', views: each([5, 10, 20, 45], (turned) => ({ bar: 2, turned })) },
  {
    name: 'dark',
    views: [
      ...each([0.1, 0.2, 0.4], (light) => ({ bar: 2.2, light, noise: 1 })),
      { bar: 2.2, light: 0.4, contrast: 0.4, noise: 1 },
    ],
  },
  {
    name: 'several at once',
    views: [
      { bar: 1.5, turned: 5, light: 0.4 },
      { bar: 3, turned: 5, light: 0.2, blur: 1 },
      { bar: 2, turned: 10, light: 0.4, noise: 8 },
      { bar: 3, turned: 30, contrast: 0.4, blur: 1 },
    ],
  },
];
const SIZES = [
  { width: 640, height: 480 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

const CODES = ['EAN-13', 'Code 39', 'DataMatrix'] as const;

/** `code`: the PZN of a label, or the EAN, as the page says it. */
export type Shot = { readonly kind: string; readonly code: string; readonly take: () => Picture };

/** Each view in each size, with another code in each of them. */
export function shotsOf(pzns: readonly string[]): Shot[] {
  const views = KINDS.flatMap((kind) => kind.views.map((view) => ({ name: kind.name, view })));
  return SIZES.flatMap((size, row) =>
    views.map(({ name, view: { bar, ...view } }, column): Shot => {
      const at = row * views.length + column;
      const code = CODES[(row + column) % CODES.length];
      if (code === 'EAN-13') {
        const twelve = String(400_638_100_000 + at * 137);
        const take = () => photographEan({ twelve, ...size, ...view, pixelsPerMm: bar / 0.33 });
        return { kind: name, code: withCheckDigit(twelve), take };
      }
      const pzn = pzns[at % pzns.length] as string;
      const form = { dataMatrix: code === 'DataMatrix' };
      const take = () => photographLabel({ pzn, form, ...size, ...view, pixelsPerMm: bar / 0.25 });
      return { kind: name, code: pzn, take };
    }),
  );
}

/** The texts that zxing by itself reads in the whole picture, and how long it took in ms. */
export async function readByZxing({ width, height, grey }: Picture): Promise<{ texts: string[]; took: number }> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer }, fireImmediately: true });
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < grey.length; at++) data.fill(grey[at] as number, at * 4, at * 4 + 3);
  const from = performance.now();
  const found = await readBarcodes({ data, width, height } as Parameters<typeof readBarcodes>[0], { tryHarder: true });
  return { texts: found.map(({ text }) => text), took: performance.now() - from };
}
