import {
  type ApprovalModel,
  buildApprovalModel,
  type ListContext,
  NO_EDITS,
  type Review,
  reviewOfUpdate,
  type UpdateColumns,
} from '@portal/list-view';
import { countEndings, RISK_REASONS } from '@portal/rules';
import { createRandom } from '../demo/random.ts';
import { ERROR_KINDS, type ErrorKind, plantErrors } from './errors.ts';
import { createHonestUpdate, DESK_NOW, type DeskRow } from './market.ts';

/** How many rows somebody looks at in ten minutes. */
const LOOKED_AT = 130;

/** The review of a monthly update with planted errors, and the place of each kind in it. */
export function reviewPlanted(
  seed: number,
  rows: number,
  market = createHonestUpdate,
): { review: Review; places: Record<ErrorKind, number> } {
  return plantAndReview(seed, rows, reviewDesk, market);
}

function plantAndReview(seed: number, rows: number, review: (rows: DeskRow[]) => Review, market = createHonestUpdate) {
  const random = createRandom(seed);
  const update = market(random, rows);
  const planted = plantErrors(random, update);
  const reviewed = review(update);
  const place = new Map([...reviewed.order].map((row, at) => [row, at + 1]));
  const found = (each: readonly number[]) => Math.min(...each.map((row) => place.get(row) ?? Number.POSITIVE_INFINITY));
  const places = Object.fromEntries(ERROR_KINDS.map((kind) => [kind, Math.max(...planted[kind].map(found))]));
  return { review: reviewed, places: places as Record<ErrorKind, number> };
}

/** The kinds that somebody who looks at the first 130 rows sees. */
export function foundKinds(places: Record<ErrorKind, number>): ErrorKind[] {
  return ERROR_KINDS.filter((kind) => places[kind] <= LOOKED_AT);
}

/** The share of rows that an honest update flags for anything but an own price that ends. */
export function honestShare(
  seed: number,
  rows: number,
  market = createHonestUpdate,
): { review: Review; share: number } {
  const review = reviewDesk(market(createRandom(seed), rows));
  const ends = 1 << RISK_REASONS.indexOf('ownPriceEnds');
  const flagged = review.reasons.filter((mask) => (mask & ~ends) !== 0).length;
  return { review, share: flagged / rows };
}

export function reviewDesk(rows: readonly DeskRow[]): Review {
  return reviewOfUpdate(deskPackage(rows), deskContext(rows), NO_EDITS, { now: DESK_NOW });
}

/** The review of a first calculation with planted errors: nothing is listed yet, so that all is new. */
export function reviewFirstCalculation(
  seed: number,
  rows: number,
  market = createHonestUpdate,
): ReturnType<typeof reviewPlanted> {
  return plantAndReview(seed, rows, (planted) => reviewNew(planted, () => true), market);
}

/** The review of a quarterly update with planted errors: of ten rows seven are new. */
export function reviewQuarterly(
  seed: number,
  rows: number,
  market = createHonestUpdate,
): ReturnType<typeof reviewPlanted> {
  return plantAndReview(seed, rows, (planted) => reviewNew(planted, (row) => (row * 7) % 10 < 7), market);
}

/** A package of which some rows are not on the list yet. */
function reviewNew(rows: readonly DeskRow[], isNew: (row: number) => boolean): Review {
  const desk = rows.map((row, at) => (isNew(at) ? { ...row, priceType: 0 as const, ownPrice: null } : row));
  const { columns: listed } = deskContext(desk);
  const onList = <Value>(column: readonly (Value | null)[]) => column.map((value, at) => (isNew(at) ? null : value));
  const columns = {
    ...(Object.fromEntries(
      Object.entries(listed).map(([name, column]) => [name, onList<unknown>(column)]),
    ) as unknown as typeof listed),
    deliveredPriceMin: listed.priceMin,
    deliveredPriceMax: listed.priceMax,
  };
  const model = deskPackage(desk);
  const { formerCalculatedPrice, avpOld } = model.columns;
  const delivered = {
    ...model,
    columns: { ...model.columns, formerCalculatedPrice: onList(formerCalculatedPrice), avpOld: onList(avpOld) },
  };
  const listEndings = countEndings(columns.effectivePrice);
  return reviewOfUpdate(delivered, { columns, listEndings, delivery: NO_BACKGROUND }, NO_EDITS, { now: DESK_NOW });
}

/** The rows as a monthly update. */
export function deskPackage(rows: readonly DeskRow[]): ApprovalModel {
  const column = <Value>(of: (row: DeskRow) => Value) => rows.map(of);
  const none = column(() => null);
  const columns: UpdateColumns = {
    part: none,
    pzn: column((row) => row.pzn),
    name: column((row) => row.name),
    content: column((row) => row.content),
    producer: column((row) => row.producer),
    atc: column((row) => row.atc),
    vatPercent: none,
    brand: none,
    normSize: none,
    peCluster: none,
    vhCluster: none,
    units: column((row) => row.units),
    avpOld: column((row) => row.avp),
    avp: column((row) => row.newAvp),
    aep: column((row) => row.newAep),
    vhp: none,
    ravp: none,
    ravpRegio: column((row) => row.newUmfeldAvg),
    ravpNational: none,
    formerCalculatedPrice: column((row) => row.listed),
    calculatedPrice: column((row) => row.calculatedPrice),
    priceType: column((row) => row.priceType),
    ownPrice: column((row) => row.ownPrice),
    draftOwnPrice: none,
    draftPermanent: none,
    draftExclusion: none,
    draftRule: none,
    checkReason: none,
    validTo: none,
    inactive: column(() => false),
  };
  return buildApprovalModel('MDP', columns, { editable: true, approved: false });
}

/** Judged on arrival, by its own rows and the list. */
const NO_BACKGROUND = { arrivedAt: null, formerChanges: [], priceToAvp: null };

/** What the list knows of them. */
export function deskContext(rows: readonly DeskRow[]): ListContext {
  const effectivePrice = rows.map((row) => (row.priceType === 1 ? null : (row.ownPrice ?? row.listed)));
  const none = rows.map(() => null);
  const columns = {
    effectivePrice,
    calculatedPrice: rows.map((row) => row.listed),
    priceType: rows.map((row) => row.priceType),
    ownPrice: rows.map((row) => row.ownPrice),
    aep: rows.map((row) => row.aep),
    avp: rows.map((row) => row.avp),
    vhp: none,
    units: rows.map((row) => row.units),
    priceMin: rows.map((row) => row.umfeldMin),
    priceAvg: rows.map((row) => row.umfeldAvg),
    priceMax: rows.map((row) => row.umfeldMax),
    date: rows.map((row) => row.ownPriceSince),
    deliveredPriceMin: none,
    deliveredPriceMax: none,
  };
  return { columns, listEndings: countEndings(effectivePrice), delivery: NO_BACKGROUND };
}
