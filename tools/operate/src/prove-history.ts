import { verifyHistory } from '@portal/api/modules/history-writing/verify-history.ts';
import type { Command } from './operate.ts';
import { addressReason } from './unreachable.ts';

const OWN_REASONS = { 42501: 'this login may not read the history; a member of portal_readonly may' };

/** `verify:history [apoId …]` (rule 11.10): 1 where somebody altered the history beneath the portal, 2 where nothing is proved. */
export const proveHistory: Command = async (args, { DATABASE_URL: url = '' }, { say, complain }) => {
  const apoIds = args.map(Number);
  if (!apoIds.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)) {
    complain('usage: DATABASE_URL=postgresql://… npm run verify:history [apoId …]');
    return 2;
  }
  try {
    return (await verifyHistory(url, apoIds, say)) ? 0 : 1;
  } catch (error) {
    // A server that stops, a connection that breaks off or a wrong address does not show an alteration.
    const { message, code } = error as { message?: string; code?: string };
    const reason = addressReason(error, OWN_REASONS);
    complain(reason ? `Nothing is proved. ${reason}` : `Not all is proved: ${message || code}.`);
    return 2;
  }
};
