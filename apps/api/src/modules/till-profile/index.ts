export { tillProfileHandlers } from './handlers.ts';
export { readTillProfile } from './read-till-profile.ts';
export { readTillRows } from './read-till-rows.ts';
export { tillFileText } from './till-file-text.ts';
