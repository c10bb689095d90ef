import type { RowEdits } from '@portal/list-view';
import { readTypedPrice, type RowEdit } from '@portal/rules';
import type { TypedText } from './draft.ts';
import type { InputFault } from './input-fault.ts';

/** Something that is no price, and what the row held before it was typed. */
export type HeldFault = InputFault & { readonly held: RowEdit | undefined };
export type HeldFaults = ReadonlyMap<string, HeldFault>;
/** What was typed for prices that are it rounded, by PZN. */
export type Rounded = ReadonlyMap<string, string>;

type Mistyped = { readonly pzn: string; readonly fault: InputFault };

/** The faults with one more; further wrong keystrokes in a row keep what it held before the first. */
export function withFault(faults: HeldFaults, edits: RowEdits, { pzn, fault }: Mistyped): HeldFaults {
  const held = faults.has(pzn) ? faults.get(pzn)?.held : edits.get(pzn);
  return new Map(faults).set(pzn, { ...fault, held });
}

/**
 * The edits for a price that takes the place of something wrong: its row is again as it was before, so that correcting a
 * typing error (or typing '0,99', which begins with one) keeps the ticks of 'Dauerpreis' and 'Ausschluss'.
 */
export function resumed(edits: RowEdits, faults: HeldFaults, pzn: string | undefined): RowEdits {
  const held = pzn === undefined ? undefined : faults.get(pzn)?.held;
  return held && pzn !== undefined ? new Map(edits).set(pzn, held) : edits;
}

/** Inputs that can be read in two ways. They hold up their own row only, until the user has said which is meant. */
export function questions(faults: HeldFaults): HeldFaults {
  return new Map([...faults].filter(([, { reason }]) => reason === 'question'));
}

/** PZNs of inputs that are no price in any reading; nothing is saved while there is one. */
export function refusedPzns(faults: HeldFaults): string[] {
  return [...faults].filter(([, { reason }]) => reason !== 'question').map(([pzn]) => pzn);
}

/** Notes how the price of a row came about, or with undefined that nothing was rounded. */
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

/** The faults as a draft keeps them. */
export function typedTexts(faults: HeldFaults): TypedText[] {
  return [...faults].map(([pzn, { text, held }]) => [pzn, text, held ?? null] as const);
}

/** The faults that a draft has kept, of the rows that are still there. */
export function faultsOf(typed: readonly TypedText[] | undefined, pzns: readonly string[]): HeldFaults {
  if (!typed) return new Map();
  const there = new Set(pzns);
  return new Map(
    typed.flatMap(([pzn, text, held]) => {
      const result = readTypedPrice(text);
      if (!there.has(pzn) || (result.kind !== 'question' && result.kind !== 'fault')) return [];
      const reason = result.kind === 'question' ? ('question' as const) : result.reason;
      return [[pzn, { text, reason, held: held ?? undefined }] as const];
    }),
  );
}
