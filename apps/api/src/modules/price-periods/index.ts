export { periodHandlers } from './handlers.ts';
export { forgetPeriods } from './forget-periods.ts';
export { PERIOD_TEXT } from './period-texts.ts';
export { readLowestBefore } from './lowest-before.ts';
export { runDuePeriods } from './run-due-periods.ts';
