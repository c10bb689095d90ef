export * from './base-price.ts';
export * from './code39.ts';
export * from './data-matrix.ts';
export * from './sheets.ts';
export * from './layout.ts';
export * from './test-page.ts';
