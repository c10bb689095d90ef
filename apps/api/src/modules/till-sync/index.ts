export { forceTillReload } from './force-till-reload.ts';
export { tillSyncHandlers } from './handlers.ts';
export { readTillStatus } from './read-till-status.ts';
