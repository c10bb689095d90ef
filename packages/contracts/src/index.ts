export * from './endpoint.ts';
export * from './errors.ts';
export * from './intake.ts';
export * from './pharmacies.ts';
export * from './price-lists.ts';
export * from './price-updates.ts';
export * from './session.ts';
export * from './table.ts';
