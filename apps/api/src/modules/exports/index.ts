export { exportHandlers } from './handlers.ts';
export { readTillLacks } from './read-till-lacks.ts';
