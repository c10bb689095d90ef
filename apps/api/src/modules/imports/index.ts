export { importHandlers } from './handlers.ts';
