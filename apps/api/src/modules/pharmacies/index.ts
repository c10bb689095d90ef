export { pharmacyHandlers } from './handlers.ts';
export { readPharmacies, readPharmacyFamily } from './read-pharmacies.ts';
