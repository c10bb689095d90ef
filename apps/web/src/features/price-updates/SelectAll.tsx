import { type ApprovalModel, type RowEdits, selectAllApprovalState, type TickColumn } from '@portal/list-view';
import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Tick } from '../../editing/cells/Tick.tsx';

type Scope = {
  readonly model: ApprovalModel;
  readonly edits: RowEdits;
  /** The rows shown: what the filter hides is not touched. */
  readonly rows: Uint32Array;
  readonly onTick: (column: TickColumn, ticked: boolean) => void;
};

/** What the boxes reach. A context, so that the columns, and with them all rows, stay the same while somebody types. */
export const SelectAllScope = createContext<Scope | null>(null);

/** The box in a heading that ticks or unticks all rows shown that it may reach (rule 6.9); none while nothing can be. */
export function SelectAll({ column }: { column: TickColumn }) {
  const scope = useContext(SelectAllScope);
  return scope && <Box {...scope} column={column} />;
}

function Box({ model, edits, rows, column, onTick }: Scope & { column: TickColumn }) {
  const { t } = useTranslation('priceUpdate');
  const { reachable, ticked } = useMemo(
    () => selectAllApprovalState(model, edits, rows, column),
    [model, edits, rows, column],
  );
  const all = reachable > 0 && ticked === reachable;
  return (
    <Tick
      label={t(`selectAll.${column}`, { count: reachable, number: formatCount(reachable) })}
      checked={all}
      partly={ticked > 0 && !all}
      disabled={reachable === 0}
      onChange={(checked) => onTick(column, checked)}
    />
  );
}
