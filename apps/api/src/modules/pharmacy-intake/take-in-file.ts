import { MOST_PHARMACIES, NAMED_PHARMACIES, type PharmacyFileAnswer } from '@portal/contracts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../history-writing/index.ts';
import type { Decided } from './decide-records.ts';
import { changeEvent, describeNew } from './pharmacy-texts.ts';
import type { FileRow, PharmacyFile } from './read-pharmacy-file.ts';
import { takeInPharmacies } from './take-in-pharmacies.ts';

const NONE = { created: 0, changed: 0, unchanged: 0, refused: 0 };
const FIRST = { refused: 0, created: 1, changed: 2 } as const;

/** Rule 23.13: as the call does it, a thousand at a time. */
export async function takeInFile(
  deps: { database: Database; clock: Clock },
  { rows, ignored }: PharmacyFile,
  { actor, onlyLooks, named = NAMED_PHARMACIES }: { actor: Actor; onlyLooks: boolean; named?: number },
): Promise<PharmacyFileAnswer> {
  const counts = { ...NONE };
  const listed: PharmacyFileAnswer['rows'] = [];
  // What is only looked at is not there for the next thousand.
  const atOnce = onlyLooks ? rows.length : MOST_PHARMACIES;
  for (let at = 0; at < rows.length; at += atOnce) {
    const part = rows.slice(at, at + atOnce);
    const records = part.map(({ record }) => record);
    const decisions = await takeInPharmacies(deps, { records, actor, onlyLooks });
    for (const [index, decision] of decisions.entries()) {
      counts[decision.outcome] += 1;
      if (decision.outcome !== 'unchanged') listed.push(lineOf(part[index] as FileRow, decision));
    }
  }
  const ordered = listed.toSorted((one, other) => FIRST[one.outcome] - FIRST[other.outcome] || one.line - other.line);
  return { status: 'OK', counts, ignored: [...ignored], rows: ordered.slice(0, named) };
}

function lineOf({ line, name, crmCompanyId }: FileRow, decision: Decided): PharmacyFileAnswer['rows'][number] {
  if (decision.outcome === 'refused') return { line, crmCompanyId, name, outcome: 'refused', text: decision.message };
  const { pharmacy, before } = decision;
  const outcome = before ? 'changed' : 'created';
  const text = before ? changeEvent(before, pharmacy) : describeNew(pharmacy);
  return { line, crmCompanyId: pharmacy.crmCompanyId, name: pharmacy.name, outcome, text };
}
