import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { distance, type ReadFrame } from './read-frame.ts';
import { READER_OPTIONS, READER_TURNS, SECOND_TURN } from './reader-options.ts';

/** Pixels; more take a phone too long. */
const MAX_WIDTH = 1280;

/** Rule 21.6. */
export async function loadZxing(): Promise<ReadFrame> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  let pictures = 0;
  /** The second reading of a code needs no round of all turns. */
  let isSecond = false;
  return async (video) => {
    if (video.videoWidth === 0) return [];
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const degrees = (READER_TURNS[pictures % READER_TURNS.length] as number) + (isSecond ? SECOND_TURN : 0);
    context.resetTransform();
    context.fillStyle = '#888';
    context.fillRect(0, 0, width, height);
    context.translate(width / 2, height / 2);
    context.rotate((degrees * Math.PI) / 180);
    context.drawImage(video, -width / 2, -height / 2, width, height);
    const found = await readBarcodes(context.getImageData(0, 0, width, height), READER_OPTIONS);
    isSecond = found.length > 0 && !isSecond;
    if (!isSecond) pictures++;
    return found.map(({ symbologyIdentifier, text, position }) => ({
      text: symbologyIdentifier + text,
      fromCentre: distance(Object.values(position), width, height),
    }));
  };
}
