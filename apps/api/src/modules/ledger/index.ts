export { ledgerHandlers } from './handlers.ts';
