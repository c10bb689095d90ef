export * from './columns.ts';
export * from './edits.ts';
export * from './filter.ts';
export * from './kinds.ts';
export * from './model.ts';
export * from './sort.ts';
export * from './view-setting.ts';
