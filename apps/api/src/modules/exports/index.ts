export { exportHandlers } from './handlers.ts';
export { type Confirmed, readConfirmed } from './read-confirmed.ts';
export { MOST_CHANGES, readTillLacks } from './read-till-lacks.ts';
export { positionOf } from './till-bases.ts';
