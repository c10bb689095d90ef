export { userHandlers } from './handlers.ts';
