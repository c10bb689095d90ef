export { exportHandlers } from './handlers.ts';
export { MOST_CHANGES, readTillLacks } from './read-till-lacks.ts';
export { readTillBases } from './till-bases.ts';
