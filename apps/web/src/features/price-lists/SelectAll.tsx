import { type PriceListModel, type RowEdits, selectAllState, type TickColumn } from '@portal/list-view';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Tick } from '../../editing/cells/Tick.tsx';

type Props = {
  model: PriceListModel;
  edits: RowEdits;
  /** The rows shown: what the filter hides is not touched. */
  rows: Uint32Array;
  column: TickColumn;
  onTick: (ticked: boolean) => void;
};

/** The box in a heading that ticks or unticks all rows shown that it may reach (rule 4.8). */
export function SelectAll({ model, edits, rows, column, onTick }: Props) {
  const { t } = useTranslation('priceList');
  const { reachable, ticked } = useMemo(() => selectAllState(model, edits, rows, column), [model, edits, rows, column]);
  const all = reachable > 0 && ticked === reachable;
  return (
    <Tick
      label={t(`selectAll.${column}`, { count: reachable, number: formatCount(reachable) })}
      checked={all}
      partly={ticked > 0 && !all}
      disabled={reachable === 0}
      onChange={onTick}
    />
  );
}
