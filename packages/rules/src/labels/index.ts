export * from './base-price.ts';
