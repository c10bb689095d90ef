import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { distance, type ReadFrame } from './read-frame.ts';
import { READER_OPTIONS, READER_TURNS, SECOND_TURN } from './reader-options.ts';

/** Pixels of a picture that is turned: more take a phone too long. Level it is read as it is, as zxing alone would. */
const MAX_TURNED_WIDTH = 1280;

/** Rule 21.6. */
export async function loadZxing(): Promise<ReadFrame> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  let turn = 0;
  /** A code that was found is sought again, first turned a little, then as before, ahead of a round of all turns. */
  let again: 'no' | 'turned' | 'same' = 'no';
  return async (video) => {
    if (video.videoWidth === 0) return [];
    const degrees = (READER_TURNS[turn] as number) + (again === 'turned' ? SECOND_TURN : 0);
    const scale = degrees === 0 ? 1 : Math.min(1, MAX_TURNED_WIDTH / video.videoWidth);
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    context.resetTransform();
    context.fillStyle = '#888';
    context.fillRect(0, 0, width, height);
    context.translate(width / 2, height / 2);
    context.rotate((degrees * Math.PI) / 180);
    context.drawImage(video, -width / 2, -height / 2, width, height);
    const found = await readBarcodes(context.getImageData(0, 0, width, height), READER_OPTIONS);
    again = again === 'no' && found.length > 0 ? 'turned' : again === 'turned' && found.length === 0 ? 'same' : 'no';
    if (again === 'no') turn = (turn + 1) % READER_TURNS.length;
    return found.map(({ symbologyIdentifier, text, position }) => ({
      text: symbologyIdentifier + text,
      fromCentre: distance(Object.values(position), width, height),
    }));
  };
}
