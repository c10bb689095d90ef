export { periodHandlers } from './handlers.ts';
export { forgetPeriods } from './forget-periods.ts';
export { PERIOD_TEXT } from './period-texts.ts';
export { runDuePeriods } from './run-due-periods.ts';
