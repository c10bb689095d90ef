import { type ApprovalEditRow, readApprovalEdit, REASON } from '@portal/contracts';
import { type ApprovalDraft, formatCents, type SaveIssue } from '@portal/rules';
import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import { ask, askOne, composed, prepared, statement, type RowOf } from '../../db/statement.ts';
import { plainArray } from '../../db/plain-array.ts';
import { invalidRows, PortalError } from '../../http/errors.ts';
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
  readonly reason?: string | null | undefined;
};

type Issue = { pzn: string; issue: SaveIssue | 'unknown' | 'locked' };
const NEWER = statement(
  { pzn: 'text', by: 'text?', own: 'bool', ownPrice: 'int?', exclusion: 'bool?', approved: 'bool' },
  NEWER_DRAFTS,
);
type Conflict = RowOf<typeof NEWER>;
/** Rows. */
const MAX_PREPARED_ROWS = 20;
type Outcome = { bad: Issue[] | null; conflicts: Conflict[] | null; written: number };

/**
 * One statement, under the list's lock. Rule 6.11.
 * @returns changed drafts
 * @throws PortalError 422, 409
 */
export async function storeDrafts(
  connection: pg.PoolClient,
  update: UpdateRow,
  sent: SentEdits,
  actor: Actor,
): Promise<number> {
  const drafts = await readDrafts(sent.products);
  if (sent.products.length === 0) return 0;
  const stored = composed<Outcome>(
    { bad: 'json?', conflicts: 'json?', written: 'int' },
    storeDraftsSql(update, {
      pzns: sent.products.map((row) => row.pzn),
      ownPrices: plainArray(drafts.map((draft) => draft.ownPrice)),
      permanents: plainArray(drafts.map((draft) => draft.permanent)),
      exclusions: plainArray(drafts.map((draft) => draft.exclusion)),
      version: nextVersion(update.version),
      actor,
      loaded: { version: sent.version ?? null, listVersion: sent.listVersion ?? null },
      reason: sent.reason || null,
    }),
  );
  const few = sent.products.length <= MAX_PREPARED_ROWS;
  const { bad, conflicts, written } = await askOne(connection, few ? prepared(stored) : stored);
  if (bad) throw invalidRows(bad.map(({ pzn, issue }) => ({ pzn, message: issueText(issue) })));
  const approved = conflicts?.filter((conflict) => conflict.approved) ?? [];
  if (approved.length > 0) {
    const pzns = approved.map(({ pzn }) => pzn);
    throw new PortalError(409, REASON.conflict, UPDATE_TEXT.approvedMeanwhile(approved.length), { pzns });
  }
  if (conflicts) throw draftConflict(UPDATE_TEXT.draftConflict, conflicts);
  return written;
}

/**
 * Nobody approves what they have not seen (rule 6.12).
 * @throws PortalError 409
 */
export async function requireSeen(
  connection: pg.PoolClient,
  update: UpdateRow,
  sent: SentEdits,
  actor: Actor,
): Promise<void> {
  if (sent.version === undefined) return;
  const validated = sent.products.map((row) => row.pzn);
  const rows = await ask(connection, NEWER, [update.id, sent.version, validated, actor.subject, update.apoId]);
  if (rows.length > 0) throw draftConflict(UPDATE_TEXT.seenConflict, rows);
}

async function readDrafts(products: readonly ApprovalEditRow[]): Promise<ApprovalDraft[]> {
  const drafts: ApprovalDraft[] = [];
  const issues: { pzn: string; message: string }[] = [];
  const seen = new Set<string>();
  const turns = createTurns();
  for (const row of products) {
    const { pzn } = row;
    if (seen.has(pzn)) issues.push({ pzn, message: TEXT.row.duplicate });
    seen.add(pzn);
    const draft = readApprovalEdit(row);
    if (typeof draft === 'string') issues.push({ pzn, message: TEXT.row[draft] });
    else drafts.push(draft);
    await turns.give();
  }
  if (issues.length > 0) throw invalidRows(issues);
  return drafts;
}

function issueText(issue: Issue['issue']): string {
  return issue === 'unknown' || issue === 'locked' ? UPDATE_TEXT.row[issue] : TEXT.row[issue];
}

function draftConflict(text: (count: number, own: boolean) => string, conflicts: readonly Conflict[]): PortalError {
  const message = text(
    conflicts.length,
    conflicts.every(({ own }) => own),
  );
  const what = ({ ownPrice, exclusion }: Conflict) =>
    exclusion ? 'Ausschluss' : ownPrice === null ? 'keine Korrektur' : `${formatCents(ownPrice)} €`;
  return new PortalError(409, REASON.conflict, message, {
    pzns: conflicts.map((conflict) => conflict.pzn),
    issues: conflicts
      .slice(0, 200)
      .map((conflict) => ({ path: conflict.pzn, message: `${conflict.by ?? ''}: ${what(conflict)}` })),
  });
}
