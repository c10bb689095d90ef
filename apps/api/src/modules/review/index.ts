export { createPartJudge, type JudgedPart, type JudgePart } from './figures/judge-parts.ts';
export { createFiguresReader } from './figures/read-figures.ts';
export { forgetMarks } from './forget-marks.ts';
export { reviewHandlers } from './handlers.ts';
