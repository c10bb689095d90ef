export { intakeHandlers } from './handlers.ts';
