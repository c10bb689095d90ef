export { exportHandlers } from './handlers.ts';
export { positionOf } from './till-bases.ts';
export { readUnconfirmedFile } from './read-unconfirmed-file.ts';
