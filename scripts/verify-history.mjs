// `pnpm verify:history [apoId …]`: ends with 1 where somebody altered the history beneath the portal, with 2 when it is called wrongly.
import { verifyHistory } from '../apps/api/src/modules/history-writing/verify-history.ts';

const { DATABASE_URL } = process.env;
const apoIds = process.argv.slice(2).map(Number);
if (!DATABASE_URL || !apoIds.every((id) => Number.isSafeInteger(id) && id > 0)) {
  process.stderr.write('usage: DATABASE_URL=postgresql://… pnpm verify:history [apoId …]\n');
  process.exit(2);
}
const holds = await verifyHistory(DATABASE_URL, apoIds, (line) => process.stdout.write(`${line}\n`));
process.exitCode = holds ? 0 : 1;
