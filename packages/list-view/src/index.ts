export * from './approval/index.ts';
export * from './export/index.ts';
export * from './import/index.ts';
export * from './price-list/index.ts';
