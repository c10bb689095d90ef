export { tillProfileHandlers } from './handlers.ts';
export { readTillProfile } from './read-till-profile.ts';
export { tillFileText } from './till-file-text.ts';
