export { importHandlers } from './handlers.ts';
export { readTillExport } from './read-till-export.ts';
export type { ImportSummary } from './read-import.ts';
export { createTablePool, tableReader } from './table-pool.ts';
