import assert from 'node:assert/strict';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { button, startOf } from '../src/packages.ts';
import { test } from '../src/runner.ts';
import { portal } from '../src/running.ts';
import { readByZxing, shotsOf } from '../src/shelf-pictures.ts';

const PHARMACY = demoPharmacyRef(100_119);
const PHONE = { width: 390, height: 844, hasTouch: true };
/** In which a code that zxing reads must be shown. */
const MOST_PICTURES = 30;

type Row = { kind: string; pictures: number; zxing: number; portal: number; lost: number; wrong: number };

// Rule 21.6.
test('the page reads what zxing reads in small, blurred, tilted and dark pictures, and nothing wrongly', async ({
  visitAs,
}) => {
  test.setTimeout(1_800_000);
  const { rows } = await portal().database.query<{ pzn: string }>(
    `SELECT pzn FROM price_item WHERE apo_id = $1 AND product_group = 'OTC' AND price_type IN (0, 2) ORDER BY pzn LIMIT 100`,
    [PHARMACY.apoId],
  );
  const { page } = await visitAs('vertrieb', `${startOf(PHARMACY)}/regal`, PHONE);
  await button(page, 'Kamera').waitFor();
  await page.evaluate(setCamera);
  await button(page, 'Kamera').click();
  await page.getByText(/^Code in die Mitte halten/).waitFor();
  const table = new Map<string, Row>();
  const lost: string[] = [];
  let still = new Set<string>();
  for (const [at, { kind, code, take }] of shotsOf(rows.map(({ pzn }) => pzn)).entries()) {
    const picture = take();
    const { texts, took } = await readByZxing(picture);
    const { seen, pictures } = await page.evaluate(show, {
      ...picture,
      grey: Buffer.from(picture.grey).toString('base64'),
      code,
      most: MOST_PICTURES,
    });
    const row = table.get(kind) ?? { kind, pictures: 0, zxing: 0, portal: 0, lost: 0, wrong: 0 };
    table.set(kind, row);
    const isRead = seen.includes(code);
    const isReadByZxing = texts.some((text) => text.includes(code));
    // What is still shown of former pictures does not count: of the one before the last, where the last was not read.
    const wrong = seen.filter((each) => each !== code && !still.has(each));
    still = new Set([code, ...seen]);
    row.pictures += 1;
    row.zxing += Number(isReadByZxing);
    row.portal += Number(isRead);
    row.wrong += wrong.length;
    if (wrong.length > 0) lost.push(`${at} ${code} read as ${wrong.join(', ')}`);
    if (isRead || !isReadByZxing) continue;
    row.lost += 1;
    lost.push(`${at} ${kind} ${picture.width}: ${code} after ${pictures} pictures, zxing ${Math.round(took)} ms`);
  }
  const columns = ['kind', 'pictures', 'zxing', 'portal', 'lost', 'wrong'] as const;
  const lines = [...table.values()].map((row) => columns.map((column) => String(row[column]).padEnd(16)).join(''));
  process.stdout.write(`${[columns.map((column) => column.padEnd(16)).join(''), ...lines].join('\n')}\n`);
  assert.deepEqual(lost, []);
});

type Shown = { grey: string; width: number; height: number; code: string; most: number };
type Camera = { canvas: HTMLCanvasElement; widest: number; read: number; seen: string[] };

/** A camera that gives its picture in the size that is asked for, at most as it is. */
function setCamera(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const camera: Camera = { canvas, widest: 0, read: 0, seen: [] };
  Object.assign(globalThis, { camera });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // Without changes a canvas gives no pictures.
  setInterval(() => context.fillRect(0, 0, 1, 1), 30);
  const getUserMedia = ({ video }: { video: { width: { ideal: number } } }) => {
    camera.widest = video.width.ideal;
    return Promise.resolve(canvas.captureStream());
  };
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia, enumerateDevices: () => Promise.resolve([]) },
  });
  const { getImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.getImageData = function count(
    this: CanvasRenderingContext2D,
    ...taken: Parameters<typeof getImageData>
  ) {
    camera.read += 1;
    return getImageData.apply(this, taken);
  } as typeof getImageData;
  new MutationObserver(() => {
    const text = document.querySelector('[aria-live="polite"] article, [aria-live="polite"] p')?.textContent ?? '';
    const code = /PZN (\d{8})|„(\d+)“/.exec(text);
    if (code) camera.seen.push((code[1] ?? code[2]) as string);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

async function show({ grey, width, height, code, most }: Shown) {
  const { camera } = globalThis as unknown as { camera: Camera };
  const image = new ImageData(width, height);
  const shades = Uint8Array.from(atob(grey), (character) => character.charCodeAt(0));
  const dots = new Uint32Array(image.data.buffer);
  for (let at = 0; at < dots.length; at++) dots[at] = 0xff_00_00_00 + (shades[at] as number) * 0x01_01_01;
  const whole = Object.assign(document.createElement('canvas'), { width, height });
  (whole.getContext('2d') as CanvasRenderingContext2D).putImageData(image, 0, 0);
  const { canvas } = camera;
  const scale = Math.min(1, camera.widest / width);
  Object.assign(canvas, { width: width * scale, height: height * scale });
  camera.seen = [];
  (canvas.getContext('2d') as CanvasRenderingContext2D).drawImage(whole, 0, 0, canvas.width, canvas.height);
  const from = camera.read;
  while (!camera.seen.includes(code) && camera.read - from < most)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return { seen: [...new Set(camera.seen)], pictures: camera.read - from };
}
