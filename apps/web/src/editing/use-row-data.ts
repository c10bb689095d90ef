import { useCallback } from 'react';
import type { RowData } from './columns/column.ts';
import type { Kind, KindTypes, Rights } from './kind.ts';
import { rowFault } from './session/row-faults.ts';
import type { Session } from './session/session.ts';

/**
 * Reads the state of a row out of the session. The grid draws a row again when one of these values is another one: so a
 * keystroke draws its own row and no other.
 */
export function useRowData<T extends KindTypes>(
  { rules }: Kind<T>,
  model: T['model'],
  { step, entered, faults, rounded, marked }: Session,
  rights: Rights,
): (row: number) => RowData {
  const editing = step.name !== 'reading';
  return useCallback(
    (row) => {
      const pzn = model.columns.pzn[row] as string;
      const edit = entered.edits.get(pzn);
      const refused = editing && edit ? rowFault(rules.fault(model, row, edit, rights)) : undefined;
      return {
        edit,
        fault: faults.get(pzn) ?? refused,
        rounded: rounded.get(pzn),
        setApart: rules.isSetApart(model, row),
        marked: marked.has(pzn),
      };
    },
    [rules, model, editing, entered, faults, rounded, marked, rights],
  );
}
