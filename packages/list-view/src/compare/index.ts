export * from './compare-lists.ts';
