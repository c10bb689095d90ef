import { effectivePrice, formatCents, PRICE_TYPE } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from './use-list-editor.ts';

type Options<T extends KindTypes> = Pick<
  ListEditor<T>,
  'kind' | 'model' | 'editable' | 'editing' | 'startEditing' | 'actions' | 'goTo' | 'setMarks' | 'keep'
>;

/** Back to the calculated price, or to the input of an exclusion (rule 19.5); undefined where nothing can be entered. */
export function useRelease<T extends KindTypes>(
  { kind, model, editable, editing, startEditing, actions, goTo, setMarks, keep }: Options<T>,
  t: TFunction<'review'>,
) {
  const offered = editable && keep !== undefined;
  const mark = useStableCallback((row: number, price: number) =>
    setMarks?.([{ pzn: model.columns.pzn[row] as string, price, reviewed: true }]),
  );
  const pending = useRef<number>(undefined);
  useEffect(() => {
    if (editing && pending.current !== undefined) goTo(pending.current, 'ownPrice');
    pending.current = undefined;
  }, [editing, goTo]);
  /** An answer while the list is read begins to edit it. */
  const begin = useStableCallback((row: number) => {
    if (editing) return;
    pending.current = row;
    startEditing();
  });
  return useMemo(() => {
    if (!offered) return undefined;
    const isExclusion = (row: number) => kind.rules.was(model, row).priceType === PRICE_TYPE.exclusion;
    const calculated = (row: number) =>
      effectivePrice({ ...kind.rules.was(model, row), priceType: PRICE_TYPE.calculated });
    return {
      label: (row: number) => {
        if (isExclusion(row)) return t('due.resume');
        const price = calculated(row);
        return price === null ? null : t('due.calculated', { price: formatCents(price) });
      },
      run: (row: number) => {
        const price = calculated(row);
        begin(row);
        if (isExclusion(row)) goTo(row, 'ownPrice');
        else if (price !== null) {
          actions.enterPrice(row, null);
          mark(row, price);
        }
      },
      takeBack: (row: number) => actions.restore(row, { edit: undefined, issue: undefined, rounded: undefined }),
    };
  }, [offered, kind, model, actions, goTo, begin, mark, t]);
}
