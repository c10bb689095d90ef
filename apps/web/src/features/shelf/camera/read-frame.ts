import { withTimeout } from '../../../lib/with-timeout.ts';

/** A code in a picture; `text` as a hand scanner would type it, with its symbology (rule 2.40). */
export type FoundCode = { readonly text: string; readonly fromCentre: number };
export type ReadFrame = (video: HTMLVideoElement) => Promise<FoundCode[]>;

type Point = { readonly x: number; readonly y: number };
type Detected = { readonly rawValue: string; readonly format: string; readonly cornerPoints: readonly Point[] };
type Detector = { detect(source: HTMLVideoElement): Promise<Detected[]> };
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** With the symbology that scanners name, as far as it matters. */
const FORMATS: Readonly<Record<string, string>> = { code_39: '', data_matrix: '', ean_13: ']E0', ean_8: ']E4' };

/** Milliseconds, together less than three seconds: a service of the system may never answer. */
const LONGEST_QUESTION_MS = 1000;
const LONGEST_PICTURE_MS = 1500;

const loadOther = async (): Promise<ReadFrame> => (await import('./zxing-reader.ts')).loadZxing();

/** Pictures without a code after which zxing looks at them too: it reads some that a system's reader does not. */
const EMPTY_PICTURES = 10;

/** Rule 21.6: the browser's own reader while it reads all formats, and answers, else zxing; both while it finds nothing. */
export async function createReader(load = loadOther): Promise<ReadFrame> {
  // Where the system's service is missing, each of its calls may throw.
  const own = await withTimeout(ownReader(), LONGEST_QUESTION_MS).catch(() => undefined);
  if (!own) return load();
  let hasFailed = false;
  let empty = 0;
  let loading: Promise<ReadFrame> | undefined;
  const readOther: ReadFrame = async (video) => {
    loading ??= load();
    return (await loading)(video);
  };
  return async (video) => {
    const found = hasFailed ? undefined : await withTimeout(own(video), LONGEST_PICTURE_MS).catch(() => undefined);
    hasFailed = found === undefined;
    if (!found) return readOther(video);
    empty = found.length > 0 ? 0 : empty + 1;
    // Where it cannot be loaded the own reader goes on alone.
    return empty > EMPTY_PICTURES ? readOther(video).catch(() => []) : found;
  };
}

async function ownReader(): Promise<ReadFrame | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  const formats = Object.keys(FORMATS);
  const supported = await BarcodeDetector.getSupportedFormats();
  if (!formats.every((format) => supported.includes(format))) return undefined;
  const detector = new BarcodeDetector({ formats });
  return async (video) =>
    (await detector.detect(video)).map(({ rawValue, format, cornerPoints }) => ({
      text: `${FORMATS[format] ?? ''}${rawValue}`,
      fromCentre: distance(cornerPoints, video.videoWidth, video.videoHeight),
    }));
}

/** Of the middle of a code from that of the picture. */
export function distance(corners: readonly Point[], width: number, height: number): number {
  const middle = (axis: 'x' | 'y') =>
    corners.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, corners.length);
  return Math.hypot(middle('x') - width / 2, middle('y') - height / 2);
}
