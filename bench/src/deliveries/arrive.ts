import { Readable } from 'node:stream';
import { createPackageReport, packageRows } from '@portal/api/files/package-rows.ts';
import type { PackageRow } from '@portal/api/files/package-columns.ts';
import {
  checkDelivery,
  DELIVERY_LIMITS,
  type DeliveryBackground,
  type DeliveryCheck,
  type DeliveryFigures,
  type UpdateKind,
} from '@portal/rules';
import { backgroundOf, columnsOf, lastOf, type Past, sampleOf } from './arrival-columns.ts';
import { MASTER, type Pharmacy } from './world.ts';

/** What speaks of a delivery: a check, or the reader, which refuses the file or leaves rows out. */
export type Speaker = DeliveryCheck | 'reader';
export type Outcome = {
  readonly colour: 'green' | 'yellow' | 'red' | 'invalid';
  readonly by: readonly Speaker[];
  readonly refusedBy: readonly DeliveryCheck[];
  readonly figures: DeliveryFigures | null;
  /** As a package would hold them. */
  readonly rows: readonly PackageRow[];
  readonly background: DeliveryBackground | null;
  readonly checkMs: number;
};

/** As the server takes a delivery in, without its database. */
export async function arrive(pharmacy: Pharmacy, kind: UpdateKind, content: Buffer, past: Past): Promise<Outcome> {
  const report = createPackageReport();
  const read: PackageRow[] = [];
  for await (const batch of packageRows(kind, Readable.from([content]), report)) read.push(...batch);
  const none = { refusedBy: [], figures: null, background: null, checkMs: 0 };
  const elsewhere = new Set(pharmacy.elsewhere.map(({ pzn }) => pzn));
  const isOwn = ({ pzn }: PackageRow) => (kind === 'MDP' ? pharmacy.list.has(pzn) : !elsewhere.has(pzn));
  const rows = read.filter(isOwn).toSorted((one, other) => (one.pzn < other.pzn ? -1 : 1));
  if (report.issues.total > 0 || rows.length === 0) return { ...none, colour: 'invalid', by: ['reader'], rows: [] };
  const otherGroup = read.filter(({ pzn }) => elsewhere.has(pzn)).length;
  const foreign = { otherGroup, notListed: read.length - rows.length - otherGroup };
  const background = backgroundOf(pharmacy, kind, past);
  const sample = sampleOf(rows, pharmacy, past);
  const inMaster = sample.pzn.filter((pzn) => pharmacy.known.has(pzn) && MASTER.get(pzn)?.group !== 'OTC').length;
  const arriving = {
    sample,
    headings: report.headings.known,
    unknownHeadings: report.headings.unknown,
    isOpen: report.isOpen,
    isWhole: kind === 'LZD',
    foreign: { ...foreign, inMaster: Math.round((inMaster / Math.max(1, sample.pzn.length)) * rows.length) },
    takenIn: [...past.takenIn],
    last: lastOf(kind, past, pharmacy, new Set(rows.map(({ pzn }) => pzn))),
    former: past.former.slice(0, 6),
  };
  const started = performance.now();
  const result = checkDelivery(columnsOf(rows, pharmacy), background, arriving, DELIVERY_LIMITS);
  const checkMs = performance.now() - started;
  const named = (...wanted: string[]) =>
    result.checks.filter((each) => wanted.includes(each.result)).map(({ check }) => check);
  const by = [...named('doubtful', 'refused'), ...(report.leftOut.length > 0 ? (['reader'] as const) : [])];
  return { colour: result.colour, by, refusedBy: named('refused'), figures: result.figures, rows, background, checkMs };
}

/** Approved: what the next delivery of the kind is compared with. */
export function remember(past: Past, outcome: Outcome, changed: number): void {
  if (!outcome.figures) throw new Error(`a delivery of the past is invalid: ${outcome.by.join(' ')}`);
  past.former = [outcome.figures, ...past.former].slice(0, 6);
  past.changes = [changed, ...past.changes].slice(0, 6);
  past.last = new Map(
    outcome.rows.toSorted((one, other) => one.line - other.line).map((row) => [row.pzn, row.calculatedPrice]),
  );
  for (const check of outcome.refusedBy) past.takenIn.add(check);
}
