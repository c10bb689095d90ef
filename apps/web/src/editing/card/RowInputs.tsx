import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { shownOf } from '../../lib/use-stored-toggles.ts';
import { columnTitle } from '../kind/column.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { EditSession, ListView } from '../state/use-list-editor.ts';
import classes from './card.module.css';

type Props<T extends KindTypes> = { editor: ListView<T> & EditSession<T>; row: number };

const INPUTS: ReadonlySet<string> = new Set(['ownPrice', 'permanent', 'exclusion']);

/** The inputs of the row's cells, for which a narrow grid has no room (rule 14.26). */
export function RowInputs<T extends KindTypes>({ editor, row }: Props<T>) {
  const { t } = useTranslation('editing');
  const { kind, model, editing, actions, rights, dataOf } = editor;
  const inputs = useMemo(() => {
    const shown = shownOf<T['toggle']>(kind.toggles, () => false);
    const options = { model, shown, editing, narrow: true, actions, rights, onOpen: undefined, t };
    return kind.columns(options).filter(({ id }) => INPUTS.has(id));
  }, [kind, model, editing, actions, rights, t]);
  const data = dataOf(row);
  const whole = useRef<HTMLDivElement>(null);
  const isInvalid = data.issue !== undefined;
  useLayoutEffect(() => {
    const all = whole.current?.querySelectorAll('input') ?? [];
    // Cells leave the tab order to their grid.
    for (const input of all) input.tabIndex = 0;
    // Read by the dialog when it opens.
    all[0]?.toggleAttribute('data-autofocus', isInvalid);
  });
  return (
    <div ref={whole} className={classes.inputs}>
      {inputs.map((column) => (
        <div key={column.id} className={classes.input}>
          <span aria-hidden>{columnTitle(column)}</span>
          <span className={classes.inputCell}>{column.cell(row, data)}</span>
        </div>
      ))}
    </div>
  );
}
