export type { JudgedPart } from './figures/figures-of.ts';
export { createFiguresReader, judgePart } from './figures/read-figures.ts';
export { forgetMarks } from './forget-marks.ts';
export { reviewHandlers } from './handlers.ts';
