export { pharmacyIntakeHandlers } from './handlers.ts';
