export { exportHandlers } from './handlers.ts';
export { positionOf } from './till-bases.ts';
