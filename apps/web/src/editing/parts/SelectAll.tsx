import type { RowEdits, TickColumn, TickCounts } from '@portal/list-view';
import { createContext, memo, useContext, useMemo } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { inContext } from '../../lib/i18n.ts';
import { Tick } from '../cells/Tick.tsx';
import type { KindName } from '../kind/kind.ts';
import type { TickedAll } from '../state/use-select-all.ts';

type Scope = {
  readonly kind: KindName;
  /** Of the rows shown: what the filter hides is not touched. */
  readonly counterOf: (column: TickColumn) => (edits: RowEdits) => TickCounts;
  readonly edits: RowEdits;
  readonly onTick: (tick: TickedAll) => void;
  readonly asking: boolean;
};

/** A context: columns and rows stay the same while typing. */
export const SelectAllScope = createContext<Scope | null>(null);

/** Rules 4.8 and 6.9. */
export function SelectAll({ column }: { column: TickColumn }) {
  const scope = useContext(SelectAllScope);
  return scope && <CountedBox {...scope} column={column} />;
}

function CountedBox({ kind, counterOf, edits, onTick, asking, column }: Scope & { column: TickColumn }) {
  const count = useMemo(() => counterOf(column), [counterOf, column]);
  const { reachable, ticked } = useMemo(() => count(edits), [count, edits]);
  const tick = useStableCallback(onTick);
  return <Box kind={kind} column={column} reachable={reachable} ticked={ticked} onTick={tick} asking={asking} />;
}

type BoxProps = TickCounts & Pick<Scope, 'kind' | 'onTick' | 'asking'> & { column: TickColumn };

const Box = memo(function Box({ kind, reachable, ticked, onTick, column }: BoxProps) {
  const { t } = useTranslation('editing');
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
});
