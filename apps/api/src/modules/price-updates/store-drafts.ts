import { type ApprovalEditRow, readApprovalEdit, REASON } from '@portal/contracts';
import { type ApprovalDraft, type Cents, formatCents, type SaveFault } from '@portal/rules';
import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import { ask, askOne, composed, statement } from '../../db/statement.ts';
import { plainArray } from '../../db/plain-array.ts';
import { faultyRows, PortalError } from '../../http/errors.ts';
import { createTurns } from '../../http/turns.ts';
import { TEXT } from '../../texts/de.ts';
import type { Actor } from '../history-writing/index.ts';
import { NEWER_DRAFTS, storeDraftsSql } from './drafts-sql.ts';
import type { UpdateRow } from './lock-update.ts';
import { UPDATE_TEXT } from './update-texts.ts';

export type SentEdits = {
  readonly products: readonly ApprovalEditRow[];
  readonly version?: number | undefined;
  readonly listVersion?: number | undefined;
};

type Fault = { pzn: string; fault: SaveFault | 'unknown' | 'locked' };
type Clash = { pzn: string; by: string | null; ownPrice: Cents | null; exclusion: boolean | null };
const NEWER = statement<Clash>({ pzn: 'text', by: 'text?', ownPrice: 'int?', exclusion: 'bool?' }, NEWER_DRAFTS);
type Outcome = { bad: Fault[] | null; clashes: Clash[] | null; written: number };

/**
 * Stores the sent rows of a package as its drafts, by one statement however many they are: a row that is back at its
 * original loses its draft, a row that says what is stored already is left alone. Runs under the list's lock.
 * @returns how many drafts changed; 0 means the package's version need not rise
 * @throws PortalError 422 naming every faulty row, 409 naming rows that were edited since the caller's version, by
 *   whomever, and that this save would alter; nothing is stored then
 */
export async function storeDrafts(
  connection: pg.PoolClient,
  update: UpdateRow,
  sent: SentEdits,
  actor: Actor,
): Promise<number> {
  const drafts = await readDrafts(sent.products);
  if (sent.products.length === 0) return 0;
  const stored = composed<Outcome>({ bad: 'json?', clashes: 'json?', written: 'int' }, storeDraftsSql(update));
  const { bad, clashes, written } = await askOne(connection, stored, [
    update.id,
    update.apoId,
    sent.products.map((row) => row.pzn),
    plainArray(drafts.map((draft) => draft.ownPrice)),
    plainArray(drafts.map((draft) => draft.permanent)),
    plainArray(drafts.map((draft) => draft.exclusion)),
    nextVersion(update.version),
    actor.userName,
    actor.subject,
    sent.version ?? null,
    sent.listVersion ?? null,
    update.group,
  ]);
  if (bad) throw faultyRows(bad.map(({ pzn, fault }) => ({ pzn, message: faultText(fault) })));
  if (clashes) throw draftClash(UPDATE_TEXT.draftClash(clashes.length), clashes);
  return written;
}

/**
 * Refuses an approval of rows that were edited since the caller loaded the package, by whomever, so that nobody approves what
 * they have not seen (rule 6.12). Rows the caller sends himself were judged by `storeDrafts`.
 * @throws PortalError 409 with the rows
 */
export async function requireSeen(connection: pg.PoolClient, update: UpdateRow, sent: SentEdits): Promise<void> {
  if (sent.version === undefined) return;
  const judged = sent.products.map((row) => row.pzn);
  const rows = await ask(connection, NEWER, [update.id, sent.version, judged]);
  if (rows.length > 0) throw draftClash(UPDATE_TEXT.seenClash(rows.length), rows);
}

/** The sent rows as drafts; throws everything that they can be faulted for by themselves. */
async function readDrafts(products: readonly ApprovalEditRow[]): Promise<ApprovalDraft[]> {
  const drafts: ApprovalDraft[] = [];
  const faults: { pzn: string; message: string }[] = [];
  const seen = new Set<string>();
  const turns = createTurns();
  for (const row of products) {
    const { pzn } = row;
    if (seen.has(pzn)) faults.push({ pzn, message: TEXT.row.duplicate });
    seen.add(pzn);
    const draft = readApprovalEdit(row);
    if (typeof draft === 'string') faults.push({ pzn, message: TEXT.row[draft] });
    else drafts.push(draft);
    await turns.give();
  }
  if (faults.length > 0) throw faultyRows(faults);
  return drafts;
}

function faultText(fault: Fault['fault']): string {
  return fault === 'unknown' || fault === 'locked' ? UPDATE_TEXT.row[fault] : TEXT.row[fault];
}

function draftClash(message: string, clashes: readonly Clash[]): PortalError {
  const what = ({ ownPrice, exclusion }: Clash) =>
    exclusion ? 'Ausschluss' : ownPrice === null ? 'keine Korrektur' : `${formatCents(ownPrice)} €`;
  return new PortalError(409, REASON.conflict, message, {
    pzns: clashes.map((clash) => clash.pzn),
    issues: clashes.slice(0, 200).map((clash) => ({ path: clash.pzn, message: `${clash.by ?? ''}: ${what(clash)}` })),
  });
}
