import { randomBytes } from 'node:crypto';
import {
  changedFields,
  decidePharmacy,
  isPharmacyRefusal,
  type StoredPharmacy,
  type PharmacyDecision,
  type ReadPharmacy,
} from '@portal/rules';
import type { Known } from './known-pharmacies.ts';

/** 192 bits in 32 letters (rule 23.5). */
export function makeToken(): string {
  return randomBytes(24).toString('base64url');
}

/** `before` undefined: new, or refused. */
export type Decided = PharmacyDecision & { readonly before?: StoredPharmacy | undefined };

export type Change = { readonly before: StoredPharmacy | undefined; readonly after: StoredPharmacy };

/**
 * In the order given: a later record of the same pharmacy builds on the earlier one. A token to be renewed that no record names comes
 * last (rule 23.5).
 */
export function decideRecords(
  records: readonly ReadPharmacy[],
  known: Known,
  { renewToken, onlyNew = false }: { renewToken?: number | undefined; onlyNew?: boolean | undefined },
): { decisions: Decided[]; changes: Change[] } {
  const changes = new Map<number, Change>();
  let isToRenew = renewToken !== undefined;
  const decisions = records.map((record): Decided => {
    if (isPharmacyRefusal(record)) return { outcome: 'refused', ...record };
    const owners = known.owners(record);
    if (onlyNew && owners.byCrmCompanyId && owners.byCrmCompanyId === owners.byApoId) return THERE;
    const renews = isToRenew && record.crmCompanyId === renewToken;
    if (renews) isToRenew = false;
    const decision = decidePharmacy(record, owners, { makeToken, renews });
    if (decision.outcome === 'refused') return decision;
    note(owners.byCrmCompanyId, decision.pharmacy);
    return { ...decision, before: owners.byCrmCompanyId };
  });
  if (renewToken !== undefined && isToRenew) decisions.push(renew(renewToken));
  return { decisions, changes: [...changes.values()] };

  function note(before: StoredPharmacy | undefined, after: StoredPharmacy): void {
    const first = changes.get(after.apoId);
    if (first || isOther(before, after)) changes.set(after.apoId, { before: first ? first.before : before, after });
    known.keep(after);
  }

  function renew(crmCompanyId: number): Decided {
    const before = known.find(crmCompanyId);
    if (!before) {
      const message = `Die Apotheke ${crmCompanyId} gibt es nicht.`;
      return { outcome: 'refused', reason: 'invalid', field: 'crmCompanyId', message };
    }
    const pharmacy = { ...before, token: makeToken() };
    note(before, pharmacy);
    return { outcome: 'changed', pharmacy, before };
  }
}

const THERE: Decided = {
  outcome: 'refused',
  reason: 'numberTaken',
  field: 'crmCompanyId',
  message: 'Diese Apotheke gibt es schon.',
};

/** Also where only the moment of the customer centre's word is newer: what is older than that must not count later. */
function isOther(before: StoredPharmacy | undefined, after: StoredPharmacy): boolean {
  if (!before || changedFields(before, after).length > 0) return true;
  return before.crmChangedAt?.getTime() !== after.crmChangedAt?.getTime();
}
