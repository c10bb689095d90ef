export { historyHandlers } from './handlers.ts';
