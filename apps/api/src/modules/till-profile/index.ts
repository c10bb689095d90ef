export { tillProfileHandlers } from './handlers.ts';
export { type PharmacyTillProfile, readTillProfile } from './read-till-profile.ts';
export { tillFileText } from './till-file-text.ts';
