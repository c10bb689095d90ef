import { RISK_REASONS } from '@portal/rules';
import { readSortPart, sortPart } from '../lib/address-parts.ts';
import type { AddressParts } from '../lib/use-address.ts';
import type { Filter, Kind, KindTypes, View } from './kind.ts';

const REVIEWS = ['all', 'guardrails', ...RISK_REASONS] as const;

/** What a view differs in from the one that the list is opened with, for the address (rule 2.22). */
export function writeView<T extends KindTypes>(view: View<T>, first: View<T>): AddressParts {
  const { query, filter, sort, hideExclusions, review, byWeight = false } = view;
  return {
    q: query === '' ? undefined : query,
    filter: filterPart(filter) === filterPart(first.filter) ? undefined : filterPart(filter),
    sort: sortPart(sort, first.sort),
    exclusions: hideExclusions === first.hideExclusions ? undefined : hideExclusions ? 'hidden' : 'shown',
    review: review === undefined ? undefined : byWeight ? `${review}:weight` : review,
  };
}

/** The view that an address names; what it does not name, or what this list does not know, is as the list is opened. */
export function readView<T extends KindTypes>(
  kind: Kind<T>,
  model: T['model'],
  first: View<T>,
  address: URLSearchParams,
): View<T> {
  const exclusions = address.get('exclusions');
  const [review, weight] = (address.get('review') ?? '').split(':');
  return {
    ...first,
    query: address.get('q') ?? first.query,
    filter: readFilter(kind, model, address.get('filter')) ?? first.filter,
    sort: readSortPart(kind.sortKeys, address.get('sort'), first.sort),
    hideExclusions: exclusions === null ? first.hideExclusions : exclusions === 'hidden',
    review: REVIEWS.find((each) => each === review),
    byWeight: weight === 'weight',
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
