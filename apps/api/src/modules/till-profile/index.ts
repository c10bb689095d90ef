export { tillProfileHandlers } from './handlers.ts';
export { OMITS_WITHDRAWN, type PharmacyTillProfile, readTillProfile } from './read-till-profile.ts';
export { tillFileText } from './till-file-text.ts';
