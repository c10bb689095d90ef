export * from './apply-import.ts';
export { findColumns } from './find-columns.ts';
export * from './guess-columns.ts';
export * from './match-heading.ts';
export * from './heading-line.ts';
export * from './import-doubts.ts';
export * from './match-validity.ts';
