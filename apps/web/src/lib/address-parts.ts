type SortOrder<Key extends string> = { readonly key: Key; readonly reversed: boolean };

export function oneOf<T extends string>(all: readonly T[], part: string | null, other: T): T {
  return all.find((each) => each === part) ?? other;
}

/** 'key:desc'; undefined for the default. */
export function sortPart(sort: SortOrder<string>, first: SortOrder<string>): string | undefined {
  if (sort.key === first.key && sort.reversed === first.reversed) return undefined;
  return sort.reversed ? `${sort.key}:desc` : sort.key;
}

export function readSortPart<Key extends string, First extends SortOrder<Key> | undefined = SortOrder<Key>>(
  keys: readonly Key[],
  part: string | null,
  first: First,
): SortOrder<Key> | First {
  const [name, direction] = (part ?? '').split(':');
  const key = keys.find((each) => each === name);
  return key === undefined ? first : { key, reversed: direction === 'desc' };
}
