export * from './approval/index.ts';
export * from './clipboard/index.ts';
export * from './compare/index.ts';
export * from './conditions/index.ts';
export { NO_EDITS, type RowEdits, type TickColumn, type TickCounts } from './edits.ts';
export * from './export/index.ts';
export * from './import/index.ts';
export * from './price-list/index.ts';
export * from './review/index.ts';
