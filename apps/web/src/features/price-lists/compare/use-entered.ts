import { NO_EDITS, type PriceListModel, type RowEdits } from '@portal/list-view';
import { effectivePrice, type RowEdit } from '@portal/rules';
import { useCallback, useMemo, useReducer } from 'react';
import type { Rights } from '../../../editing/kind/kind.ts';
import { PRICE_LIST } from '../../../editing/kinds/price-list.ts';
import type { PriceListTypes } from '../../../editing/kind/types.ts';
import type { InputIssue } from '../../../editing/kind/input-issue.ts';
import { judgeOnce, refusedRows } from '../../../editing/session/row-issues.ts';
import {
  type Action,
  firstSession,
  pristineState,
  type Session,
  sessionReducer,
  type Versions,
} from '../../../editing/session/session.ts';
import { rowActions } from '../../../editing/session/use-row-actions.ts';
import type { Loaded } from './use-own-lists.ts';

/** What is entered in the list of one pharmacy. */
export type Side = {
  readonly edits: RowEdits;
  /** Of a row of that list; undefined where nothing is entered. */
  readonly at: (row: number) => SideRow | undefined;
  /** PZNs of rows that cannot be stored as they are. */
  readonly refused: readonly string[];
};

export type SideRow = {
  readonly edit: RowEdit | undefined;
  readonly issue: InputIssue | undefined;
  readonly rounded: string | undefined;
  /** in cents; NaN: none */
  readonly price: number;
};

type Dispatched = { readonly apoId: number; readonly versions: Versions; readonly action: Action };

/** Prices entered in several lists at once, a session for each (rule 2.25). */
export function useEntered(rights: Rights) {
  const [sessions, dispatch] = useReducer(reduced, NO_SESSIONS);
  /** What the inputs of a list do; the same while something is entered. */
  const actionsOf = useCallback(
    ({ pharmacy: { apoId }, list }: Loaded) =>
      rowActions<PriceListTypes>(
        PRICE_LIST,
        list.model,
        (action) => dispatch({ apoId, versions: list.versions, action }),
        NOTHING_ELSE,
      ),
    [],
  );
  return useMemo(
    () => ({
      actionsOf,
      sideOf: ({ pharmacy: { apoId }, list }: Loaded) => sideOf(list.model, sessions.get(apoId), rights),
      /** Forgets what was entered in that list, or in all of them. */
      forget: (apoId?: number) => dispatch({ forget: apoId }),
      count: [...sessions.values()].reduce((sum, { entered: { edits }, issues }) => {
        return sum + new Set([...edits.keys(), ...issues.keys()]).size;
      }, 0),
    }),
    [actionsOf, sessions, rights],
  );
}

const NOTHING_ELSE = { onScan: () => {}, onPriceTyped: () => {}, onDays: undefined };
const NO_SESSIONS: ReadonlyMap<number, Session> = new Map<number, Session>();

function reduced(
  sessions: ReadonlyMap<number, Session>,
  change: Dispatched | { readonly forget: number | undefined },
): ReadonlyMap<number, Session> {
  if ('forget' in change) {
    return new Map([...sessions].filter(([apoId]) => change.forget !== undefined && apoId !== change.forget));
  }
  const { apoId, versions, action } = change;
  const before = sessions.get(apoId) ?? firstSession(pristineState({ stored: NO_EDITS, versions }), 'editing');
  return new Map(sessions).set(apoId, sessionReducer(before, action));
}

function sideOf(model: PriceListModel, session: Session | undefined, rights: Rights): Side {
  if (!session) return { edits: NO_EDITS, at: () => undefined, refused: [] };
  const { rules } = PRICE_LIST;
  const { entered, issues, rounded } = session;
  const issueOf = judgeOnce<PriceListTypes>(rules, model, rights);
  const at = (row: number): SideRow | undefined => {
    const pzn = model.columns.pzn[row] as string;
    const edit = entered.edits.get(pzn);
    const issue = issues.get(pzn) ?? (edit && issueOf(row, edit));
    if (!edit && !issue) return undefined;
    const price = effectivePrice(rules.becomes(model, row, edit)) ?? NaN;
    return { edit, issue, rounded: rounded.get(pzn), price };
  };
  return { edits: entered.edits, at, refused: refusedRows<PriceListTypes>(model, session, issueOf) };
}
