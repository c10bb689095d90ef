export { forgetMarks } from './forget-marks.ts';
export { reviewHandlers } from './handlers.ts';
