import { type AddedProduct, NO_EDITS, type RowEdits } from '@portal/list-view';
import { editsDiffer } from '@portal/rules';
import type { ApiError } from '../../api/api-error.ts';
import type { Edits, Task } from '../kind/kind.ts';
import { type InputErrors, resumed, type Rounded, toggled, withIssue, without, withRounded } from './input-errors.ts';
import type { InputIssue } from '../kind/input-issue.ts';
import { atEntry, type Cause, NO_UNDO, recorded, type UndoEntries } from './undo-entries.ts';

/** The result of a save or an approval. */
export type Outcome = {
  /** Products whose price or type is another one now. */
  readonly changed: number;
  /** Products that an approval has loaded. */
  readonly loaded?: number;
  /** An approval has activated the contract of the pharmacy. */
  readonly contractActivated: boolean;
  /** Articles that an approval has taken off the list. */
  readonly left?: number;
};

/** Where the user is between reading and saved or approved (rules 4.7 and 6.8). */
export type Phase =
  | { readonly name: 'reading' | 'editing' | 'confirming' }
  | { readonly name: 'sending'; readonly task: Task; readonly from: 'editing' | 'confirming' }
  | { readonly name: 'done'; readonly task: Task; readonly outcome: Outcome };

export type Versions = { readonly version: number; readonly listVersion?: number };

export type Session = {
  readonly phase: Phase;
  /** Why the last save or approval was refused; what was entered is still there. */
  readonly failure: ApiError | null;
  readonly entered: Edits;
  readonly added: readonly AddedProduct[];
  readonly issues: InputErrors;
  readonly rounded: Rounded;
  /** Rows the user has ticked off, by PZN. */
  readonly marked: ReadonlySet<string>;
  /** Since the edit began, a save or an import (rule 3.25). */
  readonly undo: UndoEntries;
  /** What the edits were made on; the server checks them against it. */
  readonly versions: Versions;
};

/** What a session starts from; parts that are missing are empty. */
export type Basis = Pick<Session, 'entered' | 'versions'> & Partial<Pick<Session, 'added' | 'issues' | 'rounded'>>;

export type Action =
  /** Without a phase the editor stays as it is. */
  | { type: 'opened'; basis: Basis; phase?: 'reading' | 'editing' | 'confirming' }
  /** `rounded`: the text before rounding; `continues`: same undo entry. */
  | {
      type: 'edited';
      cause: Cause;
      change: (entered: Edits) => Edits;
      pzn?: string;
      price?: boolean;
      rounded?: string;
      continues?: boolean;
    }
  | { type: 'invalidEntered'; pzn: string; issue: InputIssue; continues?: boolean }
  /** The inputs of many rows were filled at once. */
  | { type: 'filled'; cause: Cause; entered: Edits; pzns: Iterable<string> }
  /** Back or forth, to where that many entries count. */
  | { type: 'undone'; applied: number }
  /** `pzns`: the rows whose inputs the import has filled. */
  | { type: 'imported'; entered: Edits; added: readonly AddedProduct[]; pzns: Iterable<string> }
  | { type: 'markToggled'; pzn: string }
  | { type: 'checked' }
  | { type: 'returned' }
  | { type: 'sent'; task: Task }
  | { type: 'refused'; failure: ApiError }
  | { type: 'succeeded'; task: Task; outcome: Outcome };

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** A session as it begins. */
export function firstSession(basis: Basis, phase: 'reading' | 'editing'): Session {
  return { ...opened(basis), phase: { name: phase }, marked: new Set() };
}

function opened({ entered, versions, added = [], issues = NONE, rounded = NONE }: Basis) {
  return { failure: null, entered, versions, added, issues, rounded, undo: NO_UNDO };
}

/** The list as it is stored, without any edit of the user. */
export function pristineState({ stored, versions }: { readonly stored: RowEdits; readonly versions: Versions }): Basis {
  return { entered: { edits: stored, touched: new Set() }, versions };
}

/** Changes the session by one action; marks stay when an edit ends. */
export function sessionReducer(session: Session, action: Action): Session {
  const after = reduced(session, action);
  switch (action.type) {
    case 'edited':
    case 'filled':
      return { ...after, undo: recorded(session.undo, session, after, action) };
    case 'invalidEntered':
      return { ...after, undo: recorded(session.undo, session, after, { ...action, cause: { by: 'price' } }) };
    default:
      return after;
  }
}

function reduced(session: Session, action: Action): Session {
  const { phase, entered, issues, rounded, marked } = session;
  switch (action.type) {
    case 'opened':
      return { ...session, ...opened(action.basis), phase: action.phase ? { name: action.phase } : phase };
    case 'edited': {
      const { pzn } = action;
      const before = action.price ? { ...entered, edits: resumed(entered.edits, issues, pzn) } : entered;
      const after = { ...session, entered: action.change(before) };
      if (pzn === undefined) return after;
      return {
        ...after,
        issues: without(issues, pzn),
        rounded: action.price ? withRounded(rounded, pzn, action.rounded) : rounded,
        // editing a row takes its mark away (rules 4.9 and 6.8)
        marked: marked.has(pzn) ? toggled(marked, pzn) : marked,
      };
    }
    case 'invalidEntered': {
      const { pzn } = action;
      const { edits, touched } = entered;
      return {
        ...session,
        // what was read from the first digits does not count
        entered: { edits: without(edits, pzn), touched: touched.has(pzn) ? toggled(touched, pzn) : touched },
        issues: withIssue(issues, edits, action),
        rounded: withRounded(rounded, pzn, undefined),
      };
    }
    case 'filled':
      return filled(session, action);
    case 'imported': {
      const added = action.added.length === 0 ? session.added : [...session.added, ...action.added];
      return { ...filled(session, action), added, undo: NO_UNDO };
    }
    case 'undone':
      return phase.name === 'editing' ? atEntry(session, action.applied) : session;
    case 'markToggled':
      // only unchanged rows can be marked
      return entered.edits.has(action.pzn) ? session : { ...session, marked: toggled(marked, action.pzn) };
    case 'checked':
      return { ...session, phase: { name: 'confirming' }, failure: null };
    case 'returned':
      return { ...session, phase: { name: 'editing' }, failure: null };
    case 'sent': {
      const from = phase.name === 'confirming' ? 'confirming' : 'editing';
      return { ...session, phase: { name: 'sending', task: action.task, from }, failure: null };
    }
    case 'refused':
      return {
        ...session,
        phase: { name: phase.name === 'sending' ? phase.from : 'editing' },
        failure: action.failure,
      };
    case 'succeeded':
      return { ...session, phase: { name: 'done', task: action.task, outcome: action.outcome } };
  }
}

function filled(session: Session, { entered, pzns }: { entered: Edits; pzns: Iterable<string> }): Session {
  const again = new Set(pzns);
  return {
    ...session,
    entered,
    issues: new Map([...session.issues].filter(([pzn]) => !again.has(pzn))),
    rounded: new Map([...session.rounded].filter(([pzn]) => !again.has(pzn))),
    marked: new Set([...session.marked].filter((pzn) => !again.has(pzn))),
  };
}

export function unsavedRows({ edits, touched }: Edits, stored: RowEdits = NO_EDITS): string[] {
  return [...touched].filter((pzn) => {
    const before = stored.get(pzn);
    const after = edits.get(pzn);
    return before && after ? editsDiffer(before, after) : before !== after;
  });
}

export function isConfirming({ phase }: Session, confirms: Task): boolean {
  if (phase.name === 'sending') return phase.from === 'confirming';
  return phase.name === 'confirming' || (phase.name === 'done' && phase.task === confirms);
}
