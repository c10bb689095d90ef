export { shelfHandlers } from './handlers.ts';
