export { importHandlers } from './handlers.ts';
export { readTillExport } from './read-till-export.ts';
export type { ImportSummary } from './read-import.ts';
export { withImportFile } from './open-import.ts';
export { createTablePool, readInPool, tableReader } from './table-pool.ts';
