import type { RowEdits } from '@portal/list-view';
import { readTypedPrice, type RowEdit } from '@portal/rules';
import type { TypedText } from './draft.ts';
import type { InputIssue } from '../kind/input-issue.ts';

/** Something that is no price, and what the row held before it was typed. */
export type InputError = InputIssue & { readonly validEdit: RowEdit | undefined };
export type InputErrors = ReadonlyMap<string, InputError>;
/** The texts that were rounded to the prices of these rows, by PZN. */
export type Rounded = ReadonlyMap<string, string>;

type Mistyped = { readonly pzn: string; readonly issue: InputIssue };

/** Further wrong keystrokes keep the first state. */
export function withIssue(issues: InputErrors, edits: RowEdits, { pzn, issue }: Mistyped): InputErrors {
  const validEdit = issues.has(pzn) ? issues.get(pzn)?.validEdit : edits.get(pzn);
  return new Map(issues).set(pzn, { ...issue, validEdit });
}

/** Correcting a typing error keeps the ticks ('0,99' begins with one). */
export function resumed(edits: RowEdits, issues: InputErrors, pzn: string | undefined): RowEdits {
  const validEdit = pzn === undefined ? undefined : issues.get(pzn)?.validEdit;
  return validEdit && pzn !== undefined ? new Map(edits).set(pzn, validEdit) : edits;
}

/** They hold up their own row only. */
export function questions(issues: InputErrors): InputErrors {
  return new Map([...issues].filter(([, { reason }]) => reason === 'question'));
}

export function refusedPzns(issues: InputErrors): string[] {
  return [...issues].filter(([, { reason }]) => reason !== 'question').map(([pzn]) => pzn);
}

export function withRounded(rounded: Rounded, pzn: string, text: string | undefined): Rounded {
  return text === undefined ? without(rounded, pzn) : new Map(rounded).set(pzn, text);
}

/** A map without one of its keys. */
export function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}

/** A set with an entry put in, or taken out where it was in. */
export function toggled(set: ReadonlySet<string>, entry: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(entry)) next.add(entry);
  return next;
}

/** The issues as a draft keeps them. */
export function typedTexts(issues: InputErrors): TypedText[] {
  return [...issues].map(([pzn, { text, validEdit }]) => [pzn, text, validEdit ?? null] as const);
}

/** The issues that a draft has kept, of the rows that are still there. */
export function issuesOf(typed: readonly TypedText[] | undefined, pzns: readonly string[]): InputErrors {
  if (!typed) return new Map();
  const there = new Set(pzns);
  return new Map(
    typed.flatMap(([pzn, text, validEdit]) => {
      const result = readTypedPrice(text);
      if (!there.has(pzn) || (result.kind !== 'question' && result.kind !== 'issue')) return [];
      const reason = result.kind === 'question' ? ('question' as const) : result.reason;
      return [[pzn, { text, reason, validEdit: validEdit ?? undefined }] as const];
    }),
  );
}
