// `pnpm verify:history [apoId …]`: ends with 1 where somebody altered the history beneath the portal, with 2 when it is called wrongly
// or cannot read it: then nothing is proved.
import { verifyHistory } from '../apps/api/src/modules/history-writing/verify-history.ts';

/** What the code of an error means for the operator. */
const REASONS = {
  '28P01': 'the server refuses this login or its password',
  28000: 'the server refuses this login from here',
  '3D000': 'the server has no database of this name',
  42501: 'this login may not read the history; a member of portal_readonly may',
  '42P01': 'this is no database of the portal, or its migrations are missing',
  ECONNREFUSED: 'no server answers at this address',
  ENOTFOUND: 'no server has this name',
  ETIMEDOUT: 'no server answers at this address',
};

const { DATABASE_URL } = process.env;
const apoIds = process.argv.slice(2).map(Number);
if (!DATABASE_URL || !apoIds.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)) {
  process.stderr.write('usage: DATABASE_URL=postgresql://… pnpm verify:history [apoId …]\n');
  process.exit(2);
}
try {
  const holds = await verifyHistory(DATABASE_URL, apoIds, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = holds ? 0 : 1;
} catch (error) {
  const reason = REASONS[error.code];
  // What it cannot say is no sign of an alteration: a server that stops, a connection that breaks off, an address that is none.
  process.stderr.write(
    reason
      ? `Nothing is proved. DATABASE_URL: ${reason} (${error.code}).\n`
      : `Not all is proved: ${error.message || error.code}.\n`,
  );
  process.exitCode = 2;
}
