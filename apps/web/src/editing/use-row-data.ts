import { useCallback } from 'react';
import type { RowData } from './columns/column.ts';
import type { Kind, KindTypes, Rights } from './kind.ts';
import { rowIssue } from './session/row-issues.ts';
import type { Session } from './session/session.ts';

/**
 * Reads the state of a row out of the session. The grid draws a row again when one of these values is another one: so a
 * keystroke draws its own row and no other.
 */
export function useRowData<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  { step, entered, issues, rounded, marked }: Session,
  rights: Rights,
): (row: number) => RowData {
  const editing = step.name !== 'reading';
  return useCallback(
    (row) => {
      const pzn = model.columns.pzn[row] as string;
      const edit = entered.edits.get(pzn);
      const refused = editing && edit ? rowIssue(rules.issue(model, row, edit, rights)) : undefined;
      return {
        edit,
        issue: issues.get(pzn) ?? refused,
        rounded: rounded.get(pzn),
        setApart: rules.isSetApart(model, row),
        marked: marked.has(pzn),
      };
    },
    [rules, model, editing, entered, issues, rounded, marked, rights],
  );
}
