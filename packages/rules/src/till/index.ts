export * from './compare-inventory.ts';
export * from './encoding.ts';
export * from './held-prices.ts';
export * from './profile.ts';
export * from './profile-issues.ts';
export * from './read-file.ts';
export * from './till-reason.ts';
export * from './write-file.ts';
