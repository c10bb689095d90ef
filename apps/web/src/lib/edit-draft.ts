import { type AddedProduct, isAllowedPrice, type RowEdit } from '@portal/rules';
import { readStored, writeStored } from './storage.ts';

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
};

/** Whose draft of what; another user of the same browser tab does not see it. */
export type DraftKey = { readonly userName: string; readonly subject: string };

function keyOf({ userName, subject }: DraftKey): string {
  return `unsavedEdits:${userName}:${subject}`;
}

/** The stored draft; undefined when there is none or when what is stored is no draft. */
export function readDraft(key: DraftKey, storage: Storage = sessionStorage): Draft | undefined {
  const stored = readStored(keyOf(key), storage) as Partial<Draft> | undefined;
  if (typeof stored?.version !== 'number' || !Array.isArray(stored.edits)) return undefined;
  const edits = stored.edits.filter(isDraftEdit);
  if (edits.length === 0) return undefined;
  const { version, listVersion } = stored;
  const added = Array.isArray(stored.added) ? stored.added.filter(isAddedProduct) : [];
  return {
    version,
    edits,
    ...(typeof listVersion === 'number' ? { listVersion } : {}),
    ...(added.length > 0 ? { added } : {}),
  };
}

/**
 * Stores a draft; one without edits is removed. A browser that has no room for it (an import of very many rows) keeps none:
 * an older one would bring back a state that never was. Leaving the page asks all the same.
 */
export function writeDraft(key: DraftKey, draft: Draft | undefined, storage: Storage = sessionStorage): void {
  try {
    writeStored(keyOf(key), draft && draft.edits.length > 0 ? draft : undefined, storage);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error;
    storage.removeItem(keyOf(key));
  }
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

function isDraftEdit(entry: unknown): entry is [string, RowEdit | null] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string' || typeof entry[1] !== 'object') return false;
  if (entry[1] === null) return true;
  const { price, permanent, exclusion } = entry[1] as Partial<RowEdit>;
  const priceFits = price === null || (typeof price === 'number' && isAllowedPrice(price));
  return priceFits && typeof permanent === 'boolean' && typeof exclusion === 'boolean';
}
