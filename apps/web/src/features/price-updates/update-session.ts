import { type ApprovalEdits, type RowEdits } from '@portal/list-view';
import { editsDiffer } from '@portal/rules';
import type { ApiError } from '../../api/api-error.ts';
import { type HeldFaults, resumed, type Rounded, withFault, withRounded } from '../../editing/session/held-edit.ts';
import type { InputFault } from '../../editing/session/input-fault.ts';

/** Where the user is in a package (rule 6.8). */
export type UpdateStep =
  | { readonly name: 'list' }
  | { readonly name: 'confirm' }
  | { readonly name: 'busy'; readonly doing: 'save' | 'approve'; readonly from: 'list' | 'confirm' }
  | { readonly name: 'saved' }
  /** `changed`: products whose price or type is another one now. */
  | { readonly name: 'approved'; readonly contractActivated: boolean; readonly changed: number };

export type UpdateSession = {
  readonly step: UpdateStep;
  /** Why the last save or approval was refused; the edits are still there. */
  readonly failure: ApiError | null;
  readonly entered: ApprovalEdits;
  readonly faults: HeldFaults;
  readonly rounded: Rounded;
  /** Rows the user has ticked off, by PZN. */
  readonly marked: ReadonlySet<string>;
  /** Versions of package and list that the edits were made on; the server checks them against these. */
  readonly version: number;
  readonly listVersion: number;
};

type Versions = Pick<UpdateSession, 'version' | 'listVersion'>;
export type UpdateAction =
  /** `faults`: what stays open, after a save that left these rows out. */
  | ({ type: 'loaded'; entered: ApprovalEdits; faults?: HeldFaults } & Versions)
  /**
   * `price`: one was entered, which takes up what the row held before something that is no price; `rounded`: the text that
   * was rounded to it.
   */
  | {
      type: 'edited';
      change: (entered: ApprovalEdits) => ApprovalEdits;
      pzn?: string;
      price?: boolean;
      rounded?: string;
    }
  | { type: 'mistyped'; pzn: string; fault: InputFault }
  | { type: 'markToggled'; pzn: string }
  | { type: 'confirmOpened' }
  | { type: 'confirmLeft' }
  | { type: 'sent'; doing: 'save' | 'approve' }
  | { type: 'refused'; failure: ApiError }
  | { type: 'saved' }
  | { type: 'approved'; contractActivated: boolean; changed: number }
  | { type: 'resultClosed' };

/** The session of a package that has just been loaded. */
export function firstSession(
  entered: ApprovalEdits,
  versions: Versions,
  faults: HeldFaults = new Map(),
): UpdateSession {
  return {
    step: { name: 'list' },
    failure: null,
    entered,
    faults,
    rounded: new Map(),
    marked: new Set(),
    ...versions,
  };
}

/** The course of editing and approving a package. */
export function updateReducer(session: UpdateSession, action: UpdateAction): UpdateSession {
  const { step } = session;
  switch (action.type) {
    case 'loaded': {
      const { version, listVersion, entered, faults = new Map() } = action;
      return { ...session, failure: null, faults, rounded: new Map(), entered, version, listVersion };
    }
    case 'edited':
      return {
        ...session,
        entered: action.change(
          action.price
            ? { ...session.entered, edits: resumed(session.entered.edits, session.faults, action.pzn) }
            : session.entered,
        ),
        faults: action.pzn === undefined ? session.faults : without(session.faults, action.pzn),
        rounded:
          action.price && action.pzn !== undefined
            ? withRounded(session.rounded, action.pzn, action.rounded)
            : session.rounded,
        // editing a row takes its mark away (rule 6.8)
        marked:
          action.pzn !== undefined && session.marked.has(action.pzn)
            ? toggled(session.marked, action.pzn)
            : session.marked,
      };
    case 'mistyped':
      // what was read from the first digits does not count
      return {
        ...session,
        entered: {
          edits: without(session.entered.edits, action.pzn),
          touched: session.entered.touched.has(action.pzn)
            ? toggled(session.entered.touched, action.pzn)
            : session.entered.touched,
        },
        faults: withFault(session.faults, session.entered.edits, action),
        rounded: withRounded(session.rounded, action.pzn, undefined),
      };
    case 'markToggled':
      // only unchanged rows can be marked (rule 6.8)
      if (session.entered.edits.has(action.pzn)) return session;
      return { ...session, marked: toggled(session.marked, action.pzn) };
    case 'confirmOpened':
      return { ...session, step: { name: 'confirm' }, failure: null };
    case 'confirmLeft':
    case 'resultClosed':
      return { ...session, step: { name: 'list' }, failure: null };
    case 'sent':
      return {
        ...session,
        failure: null,
        step: { name: 'busy', doing: action.doing, from: step.name === 'confirm' ? 'confirm' : 'list' },
      };
    case 'refused':
      return { ...session, failure: action.failure, step: { name: step.name === 'busy' ? step.from : 'list' } };
    case 'saved':
      return { ...session, step: { name: 'saved' } };
    case 'approved':
      return {
        ...session,
        step: { name: 'approved', contractActivated: action.contractActivated, changed: action.changed },
      };
  }
}

/** Touched rows whose inputs differ from what is stored, by PZN: a row that is back at it has nothing to save. */
export function unsavedRows({ edits, touched }: ApprovalEdits, stored: RowEdits): string[] {
  return [...touched].filter((pzn) => {
    const before = stored.get(pzn);
    const after = edits.get(pzn);
    return before && after ? editsDiffer(before, after) : before !== after;
  });
}

/** True while there is something that leaving the page would lose. */
export function hasUnsaved({ step, faults }: UpdateSession, rows: readonly string[]): boolean {
  return step.name !== 'saved' && step.name !== 'approved' && (rows.length > 0 || faults.size > 0);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}

function toggled(marked: ReadonlySet<string>, pzn: string): ReadonlySet<string> {
  const next = new Set(marked);
  if (!next.delete(pzn)) next.add(pzn);
  return next;
}
