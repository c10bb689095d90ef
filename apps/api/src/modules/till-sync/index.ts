export { changesSql } from './changes-sql.ts';
export { formatCursor, parseCursor, type Position, reaches, type Versions, versionArray } from './cursor.ts';
export { forceTillReload } from './force-till-reload.ts';
export { tillSyncHandlers } from './handlers.ts';
export { isCurrent } from './is-current.ts';
export { readTillPharmacy } from './read-position.ts';
export { readJobLoad, readTillStatus } from './read-till-status.ts';
