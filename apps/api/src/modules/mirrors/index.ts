export { mirrorHandlers } from './handlers.ts';
