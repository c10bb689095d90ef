import type { Pharmacy } from '@portal/contracts';
import {
  COMPARED,
  type Compared,
  type ComparedLists,
  isBlocked,
  type PriceListModel,
  type PriceRange,
  priceRange,
  spreadPercent,
} from '@portal/list-view';
import { formatCents, formatPercent, type ProductGroup } from '@portal/rules';
import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as cells from '../../../editing/cells/cells.tsx';
import type { RowActions } from '../../../editing/kind/column.ts';
import { NARROW_ARTICLE } from '../../../editing/columns/product-columns.tsx';
import { PriceInput } from '../../../editing/cells/PriceInput.tsx';
import { formatCount } from '../../../lib/format.ts';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import classes from './compare.module.css';
import type { SideRow } from './use-entered.ts';
import type { Loaded } from './use-own-lists.ts';
import { TO_EDIT } from './use-opened-to-edit.ts';

type Options = {
  model: PriceListModel;
  compared: ComparedLists;
  loaded: readonly Loaded[];
  /** What the inputs of a list do. */
  actionsOf: (loaded: Loaded) => RowActions;
  group: ProductGroup;
  narrow: boolean;
  /** Pixels of a phone, undefined elsewhere: article, prices and difference fill it. */
  room: number | undefined;
  t: TFunction<'compare'>;
};

export const sortKey = (what: Compared, { crmCompanyId }: Pharmacy) => `${what}-${crmCompanyId}`;

/** Pixels. */
const PHONE = { article: 140, price: 76, spread: 68 };
const WIDE = {
  price: { width: 168, most: 224 },
  units: { width: 76, most: 100 },
  grossProfit: { width: 104, most: 136 },
};

/** What is entered in a row, by the place of the list. */
export type CompareRow = Readonly<Record<number, SideRow | undefined>>;

/** Rule 2.25. */
export function compareColumns(options: Options): GridColumn<CompareRow>[] {
  const { model, compared, loaded, group, narrow, room, t } = options;
  const { columns } = model;
  const sides = loaded.map((each, at) => ({ each, at }));
  // on a phone the prices come first, side by side
  const groups = narrow
    ? COMPARED.flatMap((what) => sides.map((side) => ({ ...side, what })))
    : sides.flatMap((side) => COMPARED.map((what) => ({ ...side, what })));
  const rangeOf = (row: number, data: CompareRow) => enteredRange(compared, row, data);
  const beside = loaded.length * PHONE.price + PHONE.spread;
  const article: GridColumn<CompareRow>[] = [
    {
      id: 'name',
      label: t('column.name'),
      width:
        room === undefined ? (narrow ? 160 : 260) : Math.min(NARROW_ARTICLE, Math.max(PHONE.article, room - beside)),
      grows: true,
      maxWidth: 420,
      pinned: 'left',
      sortable: true,
      cell: (row) => cells.article(columns.name[row], `${columns.pzn[row]} · ${columns.content[row] ?? ''}`),
    },
  ];
  const spread: GridColumn<CompareRow>[] = [
    {
      id: 'spread',
      label: t(narrow ? 'column.spreadNarrow' : 'column.spread'),
      longLabel: t('column.spreadLong'),
      width: narrow ? PHONE.spread : 124,
      align: 'end',
      sortable: true,
      cell: (row, data) => {
        const percent = spreadPercent(rangeOf(row, data));
        return Number.isNaN(percent) ? cells.NONE : formatPercent(percent);
      },
    },
  ];
  const figures = groups.map(({ each, at, what }, index): GridColumn<CompareRow> => {
    const { pharmacy } = each;
    const common = {
      id: sortKey(what, pharmacy),
      label: t(`column.${what}`),
      longLabel: `${t(`column.${what}`)} ${pharmacy.name}, ${pharmacy.city}`,
      // in the wide table it stands above the three columns of the pharmacy
      extra: (narrow || what === 'price') && (
        <span className={classes.pharmacy} title={`${pharmacy.name}, ${pharmacy.city}`}>
          {pharmacy.name}
        </span>
      ),
      width: room !== undefined && what === 'price' ? PHONE.price : narrow ? 116 : WIDE[what].width,
      ...(narrow ? {} : { grows: true, maxWidth: WIDE[what].most }),
      align: 'end',
      sortable: true,
      startsGroup: narrow ? index % loaded.length === 0 : what === 'price',
    } as const;
    if (what !== 'price') return { ...common, cell: (row) => figure(compared, at, what, row) };
    const inputOf = priceInputs(options, each, at);
    return {
      ...common,
      interactive: true,
      typed: true,
      editable: (row) => mayEnter(compared, each, at, row),
      cell: (row, data) => {
        const price = data[at]?.price ?? compared.lists[at]?.price[row] ?? NaN;
        const mark = rangeMark(price, rangeOf(row, data), t);
        if (mayEnter(compared, each, at, row)) return inputOf(row, data[at], price, mark);
        const there = compared.lists[at]?.rows[row] ?? -1;
        if (there < 0) return <span className={classes.none}>{t('unlisted')}</span>;
        const shown = Number.isNaN(price) ? <span className={classes.none}>{t('excluded')}</span> : formatCents(price);
        return each.list.editable ? editLink(pharmacy, columns.pzn[row] as string, shown) : shown;
      },
    };
  });
  const prices = narrow ? loaded.length : 0;
  return [...article, ...figures.slice(0, prices), ...spread, ...figures.slice(prices)];

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

/** Neither an exclusion nor in an update: those are decided where that is shown. */
function mayEnter({ lists }: ComparedLists, { list }: Loaded, at: number, row: number): boolean {
  const there = lists[at]?.rows[row] ?? -1;
  return list.editable && there >= 0 && !isBlocked(list.model, there) && !Number.isNaN(lists[at]?.price[row]);
}

function priceInputs({ model, compared, actionsOf, t }: Options, each: Loaded, at: number) {
  const actions = actionsOf(each);
  return (row: number, entered: SideRow | undefined, price: number, mark: ReactNode) => {
    const there = compared.lists[at]?.rows[row] as number;
    return (
      <span className={classes.input} data-entered={entered?.edit ? '' : undefined}>
        {mark}
        <PriceInput
          key={model.columns.pzn[row]}
          label={t('priceOf', { name: each.pharmacy.name, pzn: model.columns.pzn[row] })}
          price={price}
          issue={entered?.issue}
          rounded={entered?.rounded}
          disabled={false}
          tabIndex={-1}
          former={{ edit: entered?.edit, issue: entered?.issue, rounded: entered?.rounded }}
          onRestore={(former) => actions.restore(there, former)}
          onPrice={(cents, typed) => actions.enterPrice(there, cents, typed)}
          onIssue={(issue, continues) => actions.enterInvalid(there, issue, continues)}
        />
      </span>
    );
  };
}

function figure({ lists }: ComparedLists, at: number, what: 'units' | 'grossProfit', row: number) {
  const value = lists[at]?.[what][row] ?? NaN;
  if (Number.isNaN(value)) return cells.NONE;
  return what === 'units' ? formatCount(value) : formatCents(value);
}

function enteredRange({ lists, lowest, highest }: ComparedLists, row: number, data: CompareRow): PriceRange {
  if (lists.every((_, at) => data[at] === undefined)) {
    return { lowest: lowest[row] as number, highest: highest[row] as number };
  }
  return priceRange(lists.map(({ price }, at) => data[at]?.price ?? (price[row] as number)));
}

function rangeMark(price: number, { lowest, highest }: PriceRange, t: TFunction<'compare'>): ReactNode {
  if (!(highest > lowest) || (price !== lowest && price !== highest)) return null;
  const is = price === lowest ? 'lowest' : 'highest';
  const Icon = is === 'lowest' ? IconArrowNarrowDown : IconArrowNarrowUp;
  return <Icon className={classes[is]} role="img" aria-label={t(is)} size={15} />;
}
