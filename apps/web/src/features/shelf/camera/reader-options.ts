import type { ReaderOptions } from 'zxing-wasm/reader';

/** The codes of labels and packs (rule 21.2). */
export const READER_OPTIONS: ReaderOptions = {
  formats: ['Code39', 'PZN', 'DataMatrix', 'EAN13', 'EAN8'],
  tryInvert: false,
  maxNumberOfSymbols: 6,
  textMode: 'Plain',
};

/** Degrees, one a picture: zxing reads bars that are turned by up to 12° from a right angle. */
export const READER_TURNS = [0, 15, -15, 0, 30, -30, 45] as const;

/** Degrees more, so that a second reading of the same picture is not the same reading. */
export const SECOND_TURN = 3;
