export { undoHandlers } from './handlers.ts';
