import type { AddedProduct } from '@portal/list-view';
import { isAllowedPrice, type RowEdit } from '@portal/rules';
import { type SafeStorage, tabSafe } from '../../lib/safe-storage.ts';
import { type DraftKey, storeDraft, storedDraft } from '../../lib/tab-drafts.ts';

/** Unsaved edits of a list, so that a forced sign-in or a reload loses nothing. Kept for the browser tab only. */
export type Draft = {
  /** Version of the list or package the edits were made on. */
  readonly version: number;
  /** Version of the price list beneath a package. */
  readonly listVersion?: number;
  /** null: the row went back to its original. */
  readonly edits: readonly (readonly [pzn: string, edit: RowEdit | null])[];
  /** Products of the edits that are not on the list yet: exclusions that an import has added. */
  readonly added?: readonly AddedProduct[];
  /** Inputs that are no price (yet). */
  readonly typed?: readonly TypedText[];
};

/** What an input holds that is no price, and the row's edit from before it was typed. */
export type TypedText = readonly [pzn: string, text: string, held: RowEdit | null];

/** The stored draft; undefined when there is none or when what is stored is no draft. */
export function readDraft(key: DraftKey, storage: SafeStorage = tabSafe): Draft | undefined {
  const stored = storedDraft(key, storage) as Partial<Draft> | undefined;
  if (typeof stored?.version !== 'number' || !Array.isArray(stored.edits)) return undefined;
  const edits = stored.edits.filter(isDraftEdit);
  const typed = Array.isArray(stored.typed) ? stored.typed.filter(isTypedText) : [];
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
  storeDraft(key, holds ? draft : undefined, storage);
}

function isAddedProduct(value: unknown): value is AddedProduct {
  if (typeof value !== 'object' || value === null) return false;
  const { pzn, name, producer, ...rest } = value as Partial<AddedProduct>;
  const others = [rest.content, rest.brand, rest.normSize, rest.atc];
  return (
    [pzn, name, producer].every((text) => typeof text === 'string') &&
    others.every((text) => text === null || typeof text === 'string')
  );
}

function isTypedText(entry: unknown): entry is TypedText {
  if (!Array.isArray(entry)) return false;
  const [pzn, text, held] = entry as unknown[];
  return typeof pzn === 'string' && typeof text === 'string' && isDraftEdit([pzn, held]);
}

function isDraftEdit(entry: unknown): entry is [string, RowEdit | null] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string' || typeof entry[1] !== 'object') return false;
  if (entry[1] === null) return true;
  const { price, permanent, exclusion } = entry[1] as Partial<RowEdit>;
  const priceFits = price === null || (typeof price === 'number' && isAllowedPrice(price));
  return priceFits && typeof permanent === 'boolean' && typeof exclusion === 'boolean';
}
