import type { RowEdits, TickColumn, TickCounts } from '@portal/list-view';
import { createContext, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/format.ts';
import { inContext } from '../lib/i18n.ts';
import { Tick } from './cells/Tick.tsx';
import type { KindName } from './kind.ts';
import type { TickedAll } from './use-select-all.ts';

type Scope = {
  readonly kind: KindName;
  /** Of the rows shown: what the filter hides is not touched. */
  readonly counterOf: (column: TickColumn) => (edits: RowEdits) => TickCounts;
  readonly edits: RowEdits;
  readonly onTick: (tick: TickedAll) => void;
  /** The question before it is open; its box is drawn again, as it was, when nothing comes of it. */
  readonly asking: boolean;
};

/** What the boxes reach. A context, so that the columns, and with them all rows, stay the same while somebody types. */
export const SelectAllScope = createContext<Scope | null>(null);

/** The box in a heading that ticks or unticks all rows shown that it may reach (rules 4.8 and 6.9); none while nothing can be. */
export function SelectAll({ column }: { column: TickColumn }) {
  const scope = useContext(SelectAllScope);
  return scope && <Box {...scope} column={column} />;
}

function Box({ kind, counterOf, edits, onTick, column }: Scope & { column: TickColumn }) {
  const { t } = useTranslation('editing');
  const count = useMemo(() => counterOf(column), [counterOf, column]);
  const { reachable, ticked } = useMemo(() => count(edits), [count, edits]);
  const all = reachable > 0 && ticked === reachable;
  return (
    <Tick
      label={t(`selectAll.${column}`, inContext(kind, { count: reachable, number: formatCount(reachable) }))}
      checked={all}
      partly={ticked > 0 && !all}
      disabled={reachable === 0}
      onChange={(checked) => onTick({ column, ticked: checked, count: checked ? reachable - ticked : ticked })}
    />
  );
}
