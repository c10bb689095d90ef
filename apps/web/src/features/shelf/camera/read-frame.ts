import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { READER_OPTIONS, READER_TURNS } from './reader-options.ts';

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

/** Pixels; more take a phone too long. */
const MAX_WIDTH = 1280;

/** Rule 21.6: the browser's own reader where it reads all formats, else zxing. */
export async function createReader(): Promise<ReadFrame> {
  const own = await ownReader();
  if (!own) return loadZxing();
  let other: Promise<ReadFrame> | undefined;
  return async (video) => {
    if (other) return (await other)(video);
    try {
      return await own(video);
    } catch {
      // The class exists where the system's service is missing.
      other = loadZxing();
      return (await other)(video);
    }
  };
}

async function ownReader(): Promise<ReadFrame | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  const formats = Object.keys(FORMATS);
  const supported = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  if (!formats.every((format) => supported.includes(format))) return undefined;
  const detector = new BarcodeDetector({ formats });
  return async (video) =>
    (await detector.detect(video)).map(({ rawValue, format, cornerPoints }) => ({
      text: `${FORMATS[format] ?? ''}${rawValue}`,
      fromCentre: distance(cornerPoints, video.videoWidth, video.videoHeight),
    }));
}

async function loadZxing(): Promise<ReadFrame> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  let pictures = 0;
  return async (video) => {
    if (video.videoWidth === 0) return [];
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const turn = ((READER_TURNS[pictures++ % READER_TURNS.length] as number) * Math.PI) / 180;
    context.resetTransform();
    context.fillStyle = '#888';
    context.fillRect(0, 0, width, height);
    context.translate(width / 2, height / 2);
    context.rotate(turn);
    context.drawImage(video, -width / 2, -height / 2, width, height);
    const found = await readBarcodes(context.getImageData(0, 0, width, height), READER_OPTIONS);
    return found.map(({ symbologyIdentifier, text, position }) => ({
      text: symbologyIdentifier + text,
      fromCentre: distance(Object.values(position), width, height),
    }));
  };
}

/** Of the middle of a code from that of the picture. */
function distance(corners: readonly Point[], width: number, height: number): number {
  const middle = (axis: 'x' | 'y') =>
    corners.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, corners.length);
  return Math.hypot(middle('x') - width / 2, middle('y') - height / 2);
}
