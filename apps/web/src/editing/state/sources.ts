import type { RowEdits } from '@portal/list-view';
import type { BulkRule, ImportedRow, ImportType, RowEdit } from '@portal/rules';
import { useCallback, useState } from 'react';
import type { Days } from '../kind/days.ts';
import type { Edits } from '../kind/kind.ts';

/** undefined: no edit. */
type Given = { readonly before: RowEdit | undefined; readonly after: RowEdit | undefined };

/** For another pharmacy it is computed anew (rule 3.34). */
export type Source = { readonly given: ReadonlyMap<string, Given> } & (
  | {
      readonly kind: 'rule';
      readonly rule: BulkRule;
      readonly days?: Days | undefined /** the rows it was for */;
      readonly pzns: readonly string[];
    }
  | { readonly kind: 'import'; readonly type: ImportType; readonly rows: readonly ImportedRow[] }
);

/** The rows whose inputs a source has changed. */
export function givenBy(before: RowEdits, after: RowEdits, pzns: Iterable<string>): Source['given'] {
  return new Map([...pzns].map((pzn) => [pzn, { before: before.get(pzn), after: after.get(pzn) }]));
}

/** The edits of a list, taken apart by where they come from. */
export type Work = {
  readonly sources: readonly { readonly source: Source; readonly pzns: ReadonlySet<string> }[];
  readonly byHand: RowEdits;
};

/** By source, or by hand; a source that was undone or overwritten no longer counts. */
export function workOf({ edits }: Pick<Edits, 'edits'>, sources: readonly Source[]): Work {
  const ofRows = new Map<Source, Set<string>>(sources.map((source) => [source, new Set()]));
  const byHand = new Map<string, RowEdit>();
  for (const pzn of new Set([...edits.keys(), ...sources.flatMap(({ given }) => [...given.keys()])])) {
    const made = sourcesOf(pzn, edits.get(pzn), sources);
    const edit = edits.get(pzn);
    if (made.length === 0 && edit) byHand.set(pzn, edit);
    for (const source of made) ofRows.get(source)?.add(pzn);
  }
  const live = sources.filter((source) => ofRows.get(source)?.size);
  return {
    byHand,
    sources: live.map((source) => {
      // rows that it left as they were here may be others there
      const others = pznsOf(source).filter((pzn) => !source.given.has(pzn) && !byHand.has(pzn));
      return { source, pzns: new Set([...(ofRows.get(source) as Set<string>), ...others]) };
    }),
  };
}

function sourcesOf(pzn: string, edit: RowEdit | undefined, sources: readonly Source[]): Source[] {
  const made: Source[] = [];
  let wanted = edit;
  for (const source of sources.toReversed()) {
    const given = source.given.get(pzn);
    if (!given || given.after !== wanted) continue;
    made.push(source);
    wanted = given.before;
  }
  return wanted === undefined ? made : [];
}

function pznsOf(source: Source): readonly string[] {
  return source.kind === 'rule' ? source.pzns : source.rows.map(({ pzn }) => pzn);
}

/** Never removed: `workOf` ignores outdated ones. */
export function useSources() {
  const [sources, setSources] = useState<readonly Source[]>([]);
  const add = useCallback((source: Source) => setSources((before) => [...before, source]), []);
  return { all: sources, add };
}
