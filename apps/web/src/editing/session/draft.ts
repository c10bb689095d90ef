import type { AddedProduct } from '@portal/list-view';
import {
  type Cents,
  holdsOf,
  isAllowedPrice,
  isTextColumn,
  type LaterPrice,
  laterPrice,
  MAX_RANGES,
  parseDay,
  productColumnNames,
  setDays,
  type RowEdit,
} from '@portal/rules';
import { type SafeStorage, tabSafe } from '../../lib/safe-storage.ts';
import { type DraftKey, storeDraft, storedDraft } from '../../lib/tab-drafts.ts';

/** Per browser tab; survives a forced sign-in or reload. Rules 2.19 and 4.19. */
export type Draft = {
  /** Version of the list or package the edits were made on. */
  readonly version: number;
  /** Version of the price list that a package changes. */
  readonly listVersion?: number;
  /** null: the row went back to its original. */
  readonly edits: readonly (readonly [pzn: string, edit: RowEdit | null])[];
  readonly added?: readonly AddedProduct[];
  /** Inputs that are no price (yet). */
  readonly typed?: readonly TypedText[];
};

export type TypedText = readonly [pzn: string, text: string, held: RowEdit | null];

export function readDraft(key: DraftKey, storage: SafeStorage = tabSafe): Draft | undefined {
  const stored = storedDraft(key, storage) as { [Name in keyof Draft]?: unknown } | undefined;
  if (typeof stored?.version !== 'number' || !Array.isArray(stored.edits)) return undefined;
  const edits = stored.edits.map(draftEdit).filter((edit) => edit !== undefined);
  const typed = Array.isArray(stored.typed) ? stored.typed.map(typedText).filter((text) => text !== undefined) : [];
  if (edits.length === 0 && typed.length === 0) return undefined;
  const { version, listVersion } = stored;
  const added = Array.isArray(stored.added) ? stored.added.filter(isAddedProduct) : [];
  return {
    version,
    edits,
    ...(typeof listVersion === 'number' ? { listVersion } : {}),
    ...(added.length > 0 ? { added } : {}),
    ...(typed.length > 0 ? { typed } : {}),
  };
}

/** Stores a draft; one that holds nothing is removed. */
export function writeDraft(key: DraftKey, draft: Draft | undefined, storage: SafeStorage = tabSafe): void {
  const holds = draft && (draft.edits.length > 0 || (draft.typed?.length ?? 0) > 0);
  const { edits = [], typed, ...rest } = draft ?? {};
  const stored = {
    ...rest,
    edits: edits.map(([pzn, edit]) => [pzn, toStored(edit)]),
    ...(typed ? { typed: typed.map(([pzn, text, validEdit]) => [pzn, text, toStored(validEdit)]) } : {}),
  };
  storeDraft(key, holds ? stored : undefined, storage);
}

const TEXTS = productColumnNames().filter(isTextColumn);

function isAddedProduct(value: unknown): value is AddedProduct {
  if (typeof value !== 'object' || value === null) return false;
  const texts = value as Readonly<Record<string, unknown>>;
  return TEXTS.every((name) => typeof (texts[name] ?? (holdsOf(name) === 'optionalText' ? '' : null)) === 'string');
}

/** Names stay: a tab outlives a release. */
type StoredEdit = {
  readonly price: Cents | null;
  readonly permanent: boolean;
  readonly exclusion: boolean;
  readonly validFrom?: string;
  readonly validTo?: string;
  readonly remindOn?: string;
  readonly beneath?: true;
  readonly later?: readonly LaterPrice[];
};

function toStored(edit: RowEdit | null): StoredEdit | null {
  if (edit === null) return null;
  const { ownPrice: price, permanent, exclusion, beneath } = edit;
  return {
    price,
    permanent,
    exclusion,
    ...(setDays(edit) as Pick<StoredEdit, 'validFrom' | 'validTo' | 'remindOn' | 'later'>),
    ...(beneath ? { beneath } : {}),
  };
}

/** Undefined for what is no edit. */
function fromStored(value: unknown): RowEdit | null | undefined {
  if (value === null) return null;
  if (typeof value !== 'object') return undefined;
  const { price: ownPrice, permanent, exclusion, beneath, later: stored, ...days } = value as Partial<StoredEdit>;
  if (ownPrice !== null && !(typeof ownPrice === 'number' && isAllowedPrice(ownPrice))) return undefined;
  if (![days.validFrom, days.validTo, days.remindOn].every((day) => day === undefined || isDay(day))) return undefined;
  if (typeof permanent !== 'boolean' || typeof exclusion !== 'boolean') return undefined;
  const later = laterPrices(stored ?? []);
  return (
    later && { ownPrice, permanent, exclusion, ...setDays({ ...days, later }), ...(beneath ? { beneath: true } : {}) }
  );
}

const isDay = (day: unknown): day is string => typeof day === 'string' && parseDay(day) === day;

function laterPrices(stored: unknown): LaterPrice[] | undefined {
  if (!Array.isArray(stored) || stored.length >= MAX_RANGES) return undefined;
  const later = (stored as (Partial<LaterPrice> | null)[]).flatMap((each) => {
    const { ownPrice, permanent, validFrom, validTo = null } = each ?? {};
    if (typeof ownPrice !== 'number' || !isAllowedPrice(ownPrice) || !isDay(validFrom)) return [];
    return validTo === null || isDay(validTo) ? [laterPrice({ ownPrice, validFrom, validTo }, permanent === true)] : [];
  });
  return later.length === stored.length ? later : undefined;
}

function draftEdit(entry: unknown): Draft['edits'][number] | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [pzn, stored] = entry as unknown[];
  const edit = fromStored(stored);
  return typeof pzn === 'string' && edit !== undefined ? [pzn, edit] : undefined;
}

function typedText(entry: unknown): TypedText | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [pzn, text, stored] = entry as unknown[];
  const validEdit = fromStored(stored);
  return typeof pzn === 'string' && typeof text === 'string' && validEdit !== undefined
    ? [pzn, text, validEdit]
    : undefined;
}
