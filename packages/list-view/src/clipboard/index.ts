export * from './read-block.ts';
export * from './read-prices.ts';
export * from './shown-rounded.ts';
export * from './write-block.ts';
