import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';

/** 0: no list yet. */
export type Versions = Readonly<Record<ProductGroup, number>>;

/** Versions are given out under the list's lock, so they rise in commit order. */
export type Position = {
  readonly crmCompanyId: number;
  /** Positions of an earlier epoch are invalid. */
  readonly epoch: number;
  /** Whose lists these are: the main pharmacy's for a mirror. */
  readonly listApoId: number;
  readonly versions: Versions;
};

/** Rules 9.3 and 9.5. */
export type Cursor = {
  /** What the till has when everything is loaded. */
  readonly to: Position;
  readonly walk?: {
    /** null: loading the whole list. */
    readonly from: Versions | null;
    /** The last PZN it has got. */
    readonly after: string;
  };
};

const NUMBER = '(0|[1-9]\\d{0,15})';
const VERSIONS = `${NUMBER}-${NUMBER}-${NUMBER}`;
const SHAPE = new RegExp(`^v2-${NUMBER}-${NUMBER}-${NUMBER}-${VERSIONS}(?:_(?:all|${VERSIONS})_(\\d{8}))?$`);
const FORMER_SHAPE = /^v1-\d+-\d+-\d+-\d+-\d+(?:_[\d_al-]+)?$/;

/**
 * `v2-{crmCompanyId}-{epoch}-{apoId of the lists}-{OTC}-{FREIWAHL}-{HILFSMITTEL}`, between pages `_{from}_{PZN}`.
 * Grants nothing.
 */
export function formatCursor({ to, walk }: Cursor): string {
  const position = `v2-${to.crmCompanyId}-${to.epoch}-${to.listApoId}-${formatVersions(to.versions)}`;
  return walk ? `${position}_${walk.from ? formatVersions(walk.from) : 'all'}_${walk.after}` : position;
}

/** Undefined: never written; 'former': before ADR 26, cannot be trusted. */
export function parseCursor(text: string): Cursor | 'former' | undefined {
  if (FORMER_SHAPE.test(text)) return 'former';
  const parts = SHAPE.exec(text);
  if (!parts) return undefined;
  const [crmCompanyId, epoch, listApoId, a, b, c, d, e, f] = parts.slice(1, 10).map(Number) as Numbers;
  const to = { crmCompanyId, epoch, listApoId, versions: versionsOf(a, b, c) };
  const after = parts[10];
  if (after === undefined) return { to };
  const from = parts[7] === undefined ? null : versionsOf(d, e, f);
  return from && !reaches(to.versions, from) ? undefined : { to, walk: { from, after } };
}

/** Undefined: nothing that the portal can build upon. */
export function storedPosition(text: string | null): Position | undefined {
  const cursor = text === null ? undefined : parseCursor(text);
  return cursor && cursor !== 'former' ? cursor.to : undefined;
}

type Numbers = [number, number, number, ...number[]];

/** True when `versions` holds everything that `other` holds. */
export function reaches(versions: Versions, other: Versions): boolean {
  return PRODUCT_GROUPS.every((group) => versions[group] >= other[group]);
}

/** Both hold the same. */
export function sameVersions(a: Versions, b: Versions): boolean {
  return PRODUCT_GROUPS.every((group) => a[group] === b[group]);
}

/** As parallel arrays, in the order of PRODUCT_GROUPS, for `unnest`. */
export function versionArray(versions: Versions): number[] {
  return PRODUCT_GROUPS.map((group) => versions[group]);
}

function formatVersions(versions: Versions): string {
  return versionArray(versions).join('-');
}

function versionsOf(otc = 0, freiwahl = 0, hilfsmittel = 0): Versions {
  return { OTC: otc, FREIWAHL: freiwahl, HILFSMITTEL: hilfsmittel };
}
