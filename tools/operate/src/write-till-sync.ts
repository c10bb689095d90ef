import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Command } from './operate.ts';

const FOLDER = 'till-sync';
const BUNDLE = fileURLToPath(new URL('../../../dist/till-sync', import.meta.url));

/** Writes the program for a till's computer into this folder (docs/till-sync.md). */
export const writeTillSync: Command = async (_args, _environment, { say, complain }) => {
  if (!existsSync(BUNDLE)) {
    complain('Das Programm ist noch nicht gebaut: npm run till-sync:bundle');
    return 2;
  }
  await cp(BUNDLE, FOLDER, { recursive: true });
  say(`${FOLDER}/till-sync.mjs geschrieben`);
  return 0;
};
