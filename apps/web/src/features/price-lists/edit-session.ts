import { type AddedProduct, type ImportResult, NO_EDITS, type RowEdits } from '@portal/list-view';
import type { ApiError } from '../../api/api-error.ts';
import {
  type HeldFaults,
  questions,
  resumed,
  type Rounded,
  withFault,
  withRounded,
} from '../../editing/session/held-edit.ts';
import type { InputFault } from '../../editing/session/input-fault.ts';

/** Where the user is between reading and saved (rule 4.7). */
export type EditStep =
  | { readonly name: 'reading' }
  | { readonly name: 'editing' }
  | { readonly name: 'confirming'; readonly failure: ApiError | null }
  | { readonly name: 'saving' }
  | { readonly name: 'saved'; readonly count: number };

export type EditSession = {
  readonly step: EditStep;
  readonly edits: RowEdits;
  /** Products that an import has added to the list as exclusions; they are saved with the edits. */
  readonly added: readonly AddedProduct[];
  readonly faults: HeldFaults;
  readonly rounded: Rounded;
  /** Rows the user has ticked off, by PZN. */
  readonly marked: ReadonlySet<string>;
  /** Version of the list that the edits were made on; the server checks them against it. */
  readonly version: number;
};

export type EditAction =
  | { type: 'started'; version: number; edits?: RowEdits; added?: readonly AddedProduct[]; faults?: HeldFaults }
  /** The list has come anew while it is edited. */
  | { type: 'loaded'; version: number }
  /** `pzns`: the rows whose inputs the import has filled. */
  | { type: 'imported'; edits: RowEdits; added: readonly AddedProduct[]; pzns: Iterable<string> }
  /**
   * `price`: one was entered, which takes up what the row held before something that is no price; `rounded`: the text that
   * was rounded to it.
   */
  | { type: 'edited'; change: (edits: RowEdits) => RowEdits; pzn?: string; price?: boolean; rounded?: string }
  | { type: 'mistyped'; pzn: string; fault: InputFault }
  | { type: 'markToggled'; pzn: string }
  | { type: 'checked' }
  | { type: 'backToList' }
  | { type: 'saveStarted' }
  | { type: 'saveFailed'; failure: ApiError }
  | { type: 'saveSucceeded'; count: number }
  | { type: 'rebased'; version: number; edits: RowEdits }
  /** After a save that left rows with a question out: the edit goes on with these, on the list as saved. */
  | { type: 'wentOn'; version: number }
  | { type: 'ended' };

const NO_FAULTS: EditSession['faults'] = new Map();
const NO_ROUNDED: Rounded = new Map();

export const readingSession: EditSession = {
  step: { name: 'reading' },
  edits: NO_EDITS,
  added: [],
  faults: NO_FAULTS,
  rounded: NO_ROUNDED,
  marked: new Set(),
  version: 0,
};

/** The course of an edit; marks outlive it. */
export function editReducer(session: EditSession, action: EditAction): EditSession {
  switch (action.type) {
    case 'started':
      return {
        ...session,
        step: { name: 'editing' },
        edits: action.edits ?? NO_EDITS,
        added: action.added ?? [],
        faults: action.faults ?? NO_FAULTS,
        rounded: NO_ROUNDED,
        version: action.version,
      };
    case 'loaded':
      // Edits keep the version they were made on, so that the server sees what has changed since.
      return session.edits.size > 0 ? session : { ...session, version: action.version };
    case 'edited':
      return {
        ...session,
        edits: action.change(action.price ? resumed(session.edits, session.faults, action.pzn) : session.edits),
        faults: action.pzn === undefined ? session.faults : without(session.faults, action.pzn),
        rounded:
          action.price && action.pzn !== undefined
            ? withRounded(session.rounded, action.pzn, action.rounded)
            : session.rounded,
        // editing a row takes its mark away (rule 4.9)
        marked: unmarked(session.marked, action.pzn),
      };
    case 'imported':
      return {
        ...session,
        edits: action.edits,
        added: action.added.length === 0 ? session.added : [...session.added, ...action.added],
        ...freed(session, action.pzns),
      };
    case 'mistyped':
      // what was read from the first digits does not count
      return {
        ...session,
        edits: without(session.edits, action.pzn),
        faults: withFault(session.faults, session.edits, action),
        rounded: withRounded(session.rounded, action.pzn, undefined),
      };
    case 'markToggled':
      return session.edits.has(action.pzn) ? session : { ...session, marked: toggled(session.marked, action.pzn) };
    case 'checked':
      return { ...session, step: { name: 'confirming', failure: null } };
    case 'backToList':
      return { ...session, step: { name: 'editing' } };
    case 'saveStarted':
      return { ...session, step: { name: 'saving' } };
    case 'saveFailed':
      return { ...session, step: { name: 'confirming', failure: action.failure } };
    case 'saveSucceeded':
      return { ...session, step: { name: 'saved', count: action.count } };
    case 'rebased':
      return {
        ...session,
        step: action.edits.size > 0 ? { name: 'confirming', failure: null } : { name: 'editing' },
        edits: action.edits,
        version: action.version,
      };
    case 'wentOn': {
      const { faults, marked } = session;
      const { version } = action;
      return { ...readingSession, step: { name: 'editing' }, faults: questions(faults), marked, version };
    }
    case 'ended':
      return { ...readingSession, marked: session.marked };
  }
}

/** What an import changes in the session. */
export function importedEdits({ edits, added, pzns }: ImportResult) {
  const filled = [...pzns.imported, ...pzns.exclusionPriced, ...pzns.negativeSet, ...pzns.added];
  return { edits, added, pzns: filled };
}

/** Inputs that were filled anew hold no typing error any more, and editing a row takes its mark away. */
function freed(
  { faults, rounded, marked }: EditSession,
  pzns: Iterable<string>,
): Pick<EditSession, 'faults' | 'rounded' | 'marked'> {
  const faultsLeft = new Map(faults);
  const roundedLeft = new Map(rounded);
  const marksLeft = new Set(marked);
  for (const pzn of pzns) {
    faultsLeft.delete(pzn);
    roundedLeft.delete(pzn);
    marksLeft.delete(pzn);
  }
  return { faults: faultsLeft, rounded: roundedLeft, marked: marksLeft };
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}

function unmarked(marked: ReadonlySet<string>, pzn: string | undefined): ReadonlySet<string> {
  return pzn !== undefined && marked.has(pzn) ? toggled(marked, pzn) : marked;
}

function toggled(marked: ReadonlySet<string>, pzn: string): ReadonlySet<string> {
  const next = new Set(marked);
  if (!next.delete(pzn)) next.add(pzn);
  return next;
}

/** True while there is something that leaving the page would lose. */
export function hasUnsavedEdits({ step, edits, faults }: EditSession): boolean {
  return step.name !== 'reading' && step.name !== 'saved' && (edits.size > 0 || faults.size > 0);
}
