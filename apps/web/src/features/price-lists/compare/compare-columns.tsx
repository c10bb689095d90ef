import type { Pharmacy } from '@portal/contracts';
import { COMPARED, type Compared, type ComparedLists, type PriceListModel, spreadPercent } from '@portal/list-view';
import { formatCents, formatPercent, type ProductGroup } from '@portal/rules';
import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as cells from '../../../editing/cells/cells.tsx';
import { formatCount } from '../../../lib/format.ts';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import type { LoadedPriceList } from '../price-lists-api.ts';
import classes from './compare.module.css';
import { TO_EDIT } from './use-opened-to-edit.ts';

type Options = {
  model: PriceListModel;
  compared: ComparedLists;
  loaded: readonly Loaded[];
  group: ProductGroup;
  narrow: boolean;
  t: TFunction<'compare'>;
};

/** A pharmacy with its list. */
export type Loaded = { readonly pharmacy: Pharmacy; readonly list: Pick<LoadedPriceList, 'model' | 'editable'> };

export const sortKey = (what: Compared, { crmCompanyId }: Pharmacy) => `${what}-${crmCompanyId}`;

/** Rule 2.25. */
export function compareColumns({ model, compared, loaded, group, narrow, t }: Options): GridColumn<object>[] {
  const { columns } = model;
  const sides = loaded.map(({ pharmacy, list }, at) => ({ pharmacy, at, mayEdit: list.editable }));
  // on a phone the prices come first, side by side
  const groups = narrow
    ? COMPARED.flatMap((what) => sides.map((side) => ({ ...side, what })))
    : sides.flatMap((side) => COMPARED.map((what) => ({ ...side, what })));
  return [
    {
      id: 'name',
      label: t('column.name'),
      width: narrow ? 130 : 260,
      grows: true,
      maxWidth: 420,
      pinned: 'left',
      sortable: true,
      cell: (row) => cells.article(columns.name[row], `${columns.pzn[row]} · ${columns.content[row] ?? ''}`),
    },
    {
      id: 'spread',
      label: t(narrow ? 'column.spreadNarrow' : 'column.spread'),
      longLabel: t('column.spreadLong'),
      width: narrow ? 92 : 124,
      align: 'end',
      sortable: true,
      cell: (row) => {
        const percent = spreadPercent(compared, row);
        return Number.isNaN(percent) ? cells.NONE : formatPercent(percent);
      },
    },
    ...groups.map(
      ({ pharmacy, at, what, mayEdit }, place): GridColumn<object> => ({
        id: sortKey(what, pharmacy),
        label: t(`column.${what}`),
        longLabel: `${t(`column.${what}`)} ${pharmacy.name}, ${pharmacy.city}`,
        // in the wide table it stands above the three columns of the pharmacy
        extra: (narrow || what === 'price') && (
          <span className={classes.pharmacy} title={`${pharmacy.name}, ${pharmacy.city}`}>
            {pharmacy.name}
          </span>
        ),
        width: narrow ? 100 : { price: 168, units: 76, grossProfit: 104 }[what],
        align: 'end',
        sortable: true,
        startsGroup: narrow ? place % loaded.length === 0 : what === 'price',
        cell: (row) => {
          if (what !== 'price') return figure(compared, at, what, row);
          const price = priceCell(compared, at, row, t);
          const isListed = (compared.lists[at]?.rows[row] ?? -1) >= 0;
          return mayEdit && isListed ? editLink(pharmacy, columns.pzn[row] as string, price) : price;
        },
      }),
    ),
  ];

  function editLink({ crmCompanyId, token, name }: Pharmacy, pzn: string, price: ReactNode) {
    const search = new URLSearchParams({ q: pzn, exclusions: 'shown' }).toString();
    return (
      <Link
        // Enter on the cell follows it
        tabIndex={-1}
        className={classes.edit}
        title={t('edit', { name })}
        to={`/p/${crmCompanyId}/${token}/pricelist/${group}?${search}`}
        state={TO_EDIT}
      >
        {price}
      </Link>
    );
  }
}

function figure({ lists }: ComparedLists, at: number, what: 'units' | 'grossProfit', row: number) {
  const value = lists[at]?.[what][row] ?? NaN;
  if (Number.isNaN(value)) return cells.NONE;
  return what === 'units' ? formatCount(value) : formatCents(value);
}

function priceCell({ lists, lowest, highest }: ComparedLists, at: number, row: number, t: TFunction<'compare'>) {
  const price = lists[at]?.price[row] ?? NaN;
  if (Number.isNaN(price)) {
    return <span className={classes.none}>{t((lists[at]?.rows[row] ?? -1) < 0 ? 'unlisted' : 'excluded')}</span>;
  }
  const differs = (highest[row] as number) > (lowest[row] as number);
  const is = !differs ? undefined : price === lowest[row] ? 'lowest' : price === highest[row] ? 'highest' : undefined;
  if (!is) return formatCents(price);
  const Icon = is === 'lowest' ? IconArrowNarrowDown : IconArrowNarrowUp;
  return (
    <span className={classes[is]}>
      <Icon role="img" aria-label={t(is)} size={15} />
      {formatCents(price)}
    </span>
  );
}
