export { pharmacyHandlers } from './handlers.ts';
export { readOwnPharmacies, readPharmacyFamily } from './read-pharmacies.ts';
export { writeOpenPackages } from './write-open-packages.ts';
export { type Board, createStaffBoard } from './staff-board.ts';
