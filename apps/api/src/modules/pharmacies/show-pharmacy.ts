import type { OpenPackage, Pharmacy } from '@portal/contracts';
import { hasApprovalFlag, PHARMACY_ACTIVE, shownDeadline } from '@portal/rules';
import { holdOf } from '../../db/package-on-hold.ts';
import type { Item } from './pieces.ts';
import type { StoredPackage } from './read-open-packages.ts';
import type { Card } from './read-pharmacies.ts';

export type BoardPackage = {
  readonly id: number;
  readonly apoId: number;
  readonly dueAt: number | null;
  /** The same, null where the clock passes the package over. */
  readonly actsAt: number | null;
  readonly createdAt: number;
  readonly inTime: Item;
  readonly overdue: Item;
};

export type Entry = Item & { readonly parts: readonly string[] };

export function entryOf(id: number, parts: readonly string[], before: Entry | undefined): Entry {
  if (before?.parts.length === parts.length && parts.every((part, index) => part === before.parts[index])) {
    return before;
  }
  const [own = '', ...mirrors] = parts;
  return { id, text: `${own.slice(0, -1)},"pharmacies":[${mirrors.join()}]}`, parts };
}

export function merge(rest: readonly BoardPackage[], written: readonly BoardPackage[]): readonly BoardPackage[] {
  if (written.length === 0) return rest;
  const all: BoardPackage[] = [];
  let next = 0;
  for (const one of rest) {
    for (let other = written[next]; other && byUrgency(other, one) < 0; other = written[++next]) all.push(other);
    all.push(one);
  }
  return [...all, ...written.slice(next)];
}

/** Those without a time last. */
export function byUrgency(a: BoardPackage, b: BoardPackage): number {
  const due = (one: BoardPackage) => one.dueAt ?? Number.MAX_SAFE_INTEGER;
  return due(a) - due(b) || a.createdAt - b.createdAt || a.id - b.id;
}

/** @param listActive `active` of the pharmacy that the packages belong to */
export function withWork(card: Card, packages: readonly StoredPackage[], listActive: number): Pharmacy {
  const of = (kind: StoredPackage['kind']) => packages.filter((one) => one.kind === kind);
  const since = (some: readonly StoredPackage[]) =>
    some.length === 0 ? null : new Date(Math.min(...some.map(({ createdAt }) => createdAt.getTime()))).toISOString();
  const [mdp, qdp, lzd] = [of('MDP'), of('QDP'), of('LZD')];
  return {
    ...card,
    mdpCount: mdp.length,
    qdpCount: qdp.length,
    lzdCount: lzd.length,
    lzdActiveCount: lzd.filter(({ released }) => released).length,
    mdpSince: since(mdp),
    qdpSince: since(qdp),
    lzdSince: since(lzd),
    nextDeadline: nextDeadline(packages, listActive),
  };
}

/** Of equal ones that of the smallest id. */
function nextDeadline(packages: readonly StoredPackage[], active: number): Pharmacy['nextDeadline'] {
  const [next] = packages
    .flatMap((stored) => {
      const { id, kind } = stored;
      const deadline = shownDeadline(stored, active);
      return deadline && hasApprovalFlag(kind) ? [{ id, kind, ...deadline }] : [];
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id);
  return next ? { at: next.at.toISOString(), action: next.action, kind: next.kind } : null;
}

export function packageOf({ crmCompanyId, token, name, city, active }: Card, stored: StoredPackage): BoardPackage {
  const { id, apoId, kind, productGroup, itemCount, createdAt, autoActionAt, released } = stored;
  const deadline = shownDeadline(stored, active);
  const shown: Omit<OpenPackage, 'overdue'> = {
    id,
    kind,
    productGroup,
    apoId,
    crmCompanyId,
    token,
    pharmacy: name,
    city,
    itemCount,
    createdAt: createdAt.toISOString(),
    deadline: deadline && { ...deadline, at: deadline.at.toISOString() },
    held: holdOf(stored),
    doubted: stored.doubted,
    locked: !released,
    cancelled: active === PHARMACY_ACTIVE.cancelled,
  };
  const text = JSON.stringify(shown).slice(0, -1);
  return {
    id,
    apoId,
    dueAt: autoActionAt?.getTime() ?? null,
    actsAt: shown.cancelled ? null : (autoActionAt?.getTime() ?? null),
    createdAt: createdAt.getTime(),
    inTime: { id, text: `${text},"overdue":false}` },
    overdue: { id, text: `${text},"overdue":true}` },
  };
}
