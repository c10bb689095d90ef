export * from './condition.ts';
export * from './condition-text.ts';
