export { tillCheckHandlers } from './handlers.ts';
