export * from './plan-standing.ts';
