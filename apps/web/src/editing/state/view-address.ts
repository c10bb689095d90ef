import { formatConditions, parseConditions } from '@portal/list-view';
import { RISK_REASONS } from '@portal/rules';
import { readSortPart, sortPart } from '../../lib/address-parts.ts';
import type { AddressParts } from '../../lib/use-address.ts';
import { conditionKeys } from '../kind/condition-keys.ts';
import type { Filter, Kind, KindTypes, View } from '../kind/kind.ts';

/** Differs from every order, so that each is written. */
const NO_SORT = { key: '', reversed: false };
const REVIEWS = ['all', 'guardrails', 'dueMoved', 'dueUnmoved', ...RISK_REASONS] as const;
const REVIEW_ORDERS = ['weight', 'euros'] as const;

/** Rule 2.22. */
export function writeView<T extends KindTypes>(view: View<T>, first: View<T>): AddressParts {
  const { query, filter, sort, sortThen = [], conditions = [], hideExclusions, review, reviewOrder } = view;
  const then = sortThen.map((each) => sortPart(each, NO_SORT)).join(',');
  return {
    q: query === '' ? undefined : query,
    filter: filterPart(filter) === filterPart(first.filter) ? undefined : filterPart(filter),
    sort: then === '' ? sortPart(sort, first.sort) : `${sortPart(sort, NO_SORT)},${then}`,
    where: conditions.length === 0 ? undefined : formatConditions(conditions),
    exclusions: hideExclusions === first.hideExclusions ? undefined : hideExclusions ? 'hidden' : 'shown',
    review: review === undefined ? undefined : reviewOrder ? `${review}:${reviewOrder}` : review,
  };
}

/** Unknown parts are ignored. */
export function readView<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  first: View<T>,
  address: URLSearchParams,
): View<T> {
  const [sort = '', ...then] = (address.get('sort') ?? '').split(',');
  const exclusions = address.get('exclusions');
  const [review, order] = (address.get('review') ?? '').split(':');
  return {
    ...first,
    query: address.get('q') ?? first.query,
    filter: readFilter(kind, model, address.get('filter')) ?? first.filter,
    sort: readSortPart(kind.sortKeys, sort, first.sort),
    sortThen: then.flatMap((part) => readSortPart<T['sort'], undefined>(kind.sortKeys, part, undefined) ?? []),
    conditions: parseConditions(address.get('where') ?? '', conditionKeys(kind)),
    hideExclusions: exclusions === null ? first.hideExclusions : exclusions === 'hidden',
    review: REVIEWS.find((each) => each === review),
    reviewOrder: REVIEW_ORDERS.find((each) => each === order),
  };
}

function filterPart({ name, value }: Filter<KindTypes>): string {
  return value === null ? name : `${name}:${value}`;
}

function readFilter<T extends KindTypes>(kind: Kind<T>, model: T['model'], part: string | null): Filter<T> | undefined {
  if (part === null) return undefined;
  const colon = part.indexOf(':');
  const [name, value] = colon < 0 ? [part, null] : [part.slice(0, colon), part.slice(colon + 1)];
  const known = kind.filters(model, true).find((each) => each.name === name);
  return known && { name: known.name, value };
}
