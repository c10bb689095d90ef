export * from './apply-import.ts';
export * from './guess-columns.ts';
export * from './import-doubts.ts';
