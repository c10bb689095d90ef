export { exportHandlers } from './handlers.ts';
