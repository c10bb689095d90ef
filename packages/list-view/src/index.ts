export * from './approval/index.ts';
export { NO_EDITS, type RowEdits, type TickColumn } from './edits.ts';
export * from './export/index.ts';
export * from './import/index.ts';
export * from './price-list/index.ts';
export * from './review/index.ts';
