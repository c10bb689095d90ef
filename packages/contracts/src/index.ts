export * from './endpoint.ts';
export * from './errors.ts';
export * from './pharmacies.ts';
export * from './price-lists.ts';
export * from './session.ts';
export * from './table.ts';
