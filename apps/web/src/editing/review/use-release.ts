import { effectivePrice, formatCents, PRICE_TYPE } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useStableCallback } from '../../lib/use-stable.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';

type Options<T extends KindTypes> = Pick<
  ListEditor<T>,
  'kind' | 'model' | 'editing' | 'actions' | 'goTo' | 'setMarks' | 'keep'
>;

/** Back to the calculated price, or to the input of an exclusion (rule 19.5); undefined where nothing can be entered. */
export function useRelease<T extends KindTypes>(
  { kind, model, editing, actions, goTo, setMarks, keep }: Options<T>,
  t: TFunction<'review'>,
) {
  const offered = editing && keep !== undefined;
  const mark = useStableCallback((row: number, price: number) =>
    setMarks?.([{ pzn: model.columns.pzn[row] as string, price, reviewed: true }]),
  );
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
        if (isExclusion(row)) goTo(row, 'ownPrice');
        else if (price !== null) {
          actions.enterPrice(row, null);
          mark(row, price);
        }
      },
    };
  }, [offered, kind, model, actions, goTo, mark, t]);
}
