export { pharmacyHandlers } from './handlers.ts';
export { readOwnPharmacies, readPharmacyFamily } from './read-pharmacies.ts';
export { createPieces } from './pieces.ts';
export { showOpenPackages } from './show-open-packages.ts';
export { type Board, createStaffBoard } from './staff-board.ts';
