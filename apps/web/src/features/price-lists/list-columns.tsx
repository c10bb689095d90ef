import { isAdded, type PriceListModel, type ReferenceColumn, rowAt } from '@portal/list-view';
import { type Cents, canTickExclusion, canTickPermanent, originalEdit, type RowEdit } from '@portal/rules';
import { IconHistory } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import * as cells from './cells.tsx';
import classes from './cells.module.css';
import type { ShownColumns } from './column-toggles.ts';
import type { InputFault } from '../../editing/session/input-fault.ts';
import { PriceInput } from '../../editing/cells/PriceInput.tsx';
import type { RowData } from './row-data.ts';
import { Tick } from '../../editing/cells/Tick.tsx';

export type RowActions = {
  readonly openHistory: (row: number) => void;
  readonly enterPrice: (row: number, price: Cents | null, rounded?: string) => void;
  readonly mistype: (row: number, fault: InputFault) => void;
  readonly tickPermanent: (row: number, ticked: boolean) => void;
  readonly tickExclusion: (row: number, ticked: boolean) => void;
};

type Options = {
  model: PriceListModel;
  shown: ShownColumns;
  editMode: boolean;
  /** Too little room to keep more than the article in view. */
  narrow: boolean;
  actions: RowActions;
  /** The 'select all' boxes of the headings, in edit mode. */
  selectAll: { permanent: ReactNode; exclusion: ReactNode };
  t: TFunction<'priceList'>;
};

type Column = GridColumn<RowData>;
const NUMBER = { align: 'end', sortable: true } as const;

/** The columns of the price list in the order of rule 4.1. */
export function listColumns(options: Options): Column[] {
  const { model, shown, editMode, narrow, t } = options;
  const { columns } = model;
  const heading = (id: string) => ({ id, label: t(`column.${id}`), longLabel: t(`columnLong.${id}`) });
  const cluster = (id: 'peCluster' | 'vhCluster'): Column => ({
    ...heading(id),
    width: 108,
    sortable: true,
    cell: (row) => cells.plain(columns[id][row] === null ? null : t(`elasticity.${columns[id][row] as 0 | 1 | 2}`)),
  });
  const compared = (id: ReferenceColumn, diffId: string): Column[] => [
    { ...heading(id), ...NUMBER, width: 84, startsGroup: true, cell: (row) => cells.money(columns[id][row]) },
    {
      ...heading(diffId),
      ...NUMBER,
      width: 84,
      cell: (row, { edit }) => cells.difference(model, row, id, edit),
    },
  ];
  const pzn: Column = {
    ...heading('pzn'),
    width: 86,
    sortable: true,
    pinned: !narrow,
    cell: (row) => columns.pzn[row],
  };
  const info: Column = {
    ...heading('info'),
    label: '',
    width: 36,
    align: 'center',
    pinned: !narrow,
    cell: (row) => (
      <InfoButton
        label={t('row.history', { pzn: columns.pzn[row] })}
        onClick={() => options.actions.openHistory(row)}
      />
    ),
  };
  const article: Column = {
    ...heading('name'),
    width: narrow ? 156 : 300,
    grows: true,
    pinned: true,
    sortable: true,
    alsoSorts: { key: 'producer', label: t('column.producer') },
    cell: (row, { blocked }) => cells.article(model, row, { blocked, narrow }, t),
  };
  const price: Column[] = [
    {
      ...heading('priceNew'),
      ...NUMBER,
      width: narrow ? 80 : 96,
      startsGroup: true,
      cell: (row) => cells.current(model, row, t),
    },
    {
      ...heading('negative'),
      width: narrow ? 40 : 48,
      align: 'center',
      cell: (row) => cells.typeTag(columns.negative[row] ?? 0, t),
    },
    ...(editMode ? editColumns(options, heading) : []),
  ];
  return [
    // On a narrow screen what is worked on stands next to the article.
    ...(narrow ? [article, ...price, pzn, info] : [pzn, info, article]),
    ...when(shown.showBrand, {
      ...heading('brand'),
      width: 130,
      sortable: true,
      cell: (row) => cells.cutText(columns.brand[row]),
    }),
    ...when(shown.showNormsize, {
      ...heading('normSize'),
      width: 76,
      sortable: true,
      cell: (row) => cells.plain(columns.normSize[row]),
    }),
    ...when(shown.showAtcCode, {
      ...heading('atc'),
      width: 96,
      sortable: true,
      cell: (row) => cells.plain(columns.atc[row]),
    }),
    ...when(shown.showPeCluster, cluster('peCluster')),
    ...when(shown.showVhCluster, cluster('vhCluster')),
    ...when(shown.showSales, {
      ...heading('units'),
      ...NUMBER,
      width: 76,
      cell: (row) => cells.plain(columns.units[row]),
    }),
    ...compared('avp', 'diffAvp'),
    ...when(shown.showAepPrice, ...compared('aep', 'diffAep')),
    ...when(shown.showVhPrice, ...compared('vhp', 'diffVhp')),
    ...when(shown.showUmfeldPreisMin, ...compared('priceMin', 'diffRpMin')),
    ...when(shown.showUmfeldPreisAvg, ...compared('priceAvg', 'diffRpAvg')),
    ...when(shown.showUmfeldPreisMax, ...compared('priceMax', 'diffRpMax')),
    ...(narrow ? [] : price),
    ...when(shown.showLastChange, {
      ...heading('date'),
      ...NUMBER,
      width: 104,
      startsGroup: true,
      cell: (row) => cells.day(columns.date[row]),
    }),
  ];
}

function when(shown: boolean, ...columns: Column[]): Column[] {
  return shown ? columns : [];
}

function editColumns(
  { model, actions, narrow, selectAll, t }: Options,
  heading: (id: string) => { id: string; label: string; longLabel: string },
): Column[] {
  const pznOf = (row: number) => model.columns.pzn[row] as string;
  const inputs = (row: number, edit: RowEdit | undefined) => edit ?? originalEdit(rowAt(model, row));
  return [
    {
      ...heading('newPrice'),
      interactive: true,
      width: narrow ? 96 : 104,
      align: 'end',
      startsGroup: true,
      cell: (row, { edit, fault, rounded, blocked }) => (
        <PriceInput
          key={pznOf(row)}
          label={t('row.newPriceOf', { pzn: pznOf(row) })}
          price={inputs(row, edit).price}
          fault={fault}
          rounded={rounded}
          // a product that is not on the list yet can only become an exclusion
          disabled={blocked || isAdded(model, row)}
          onPrice={(price, rounded) => actions.enterPrice(row, price, rounded)}
          onFault={(fault) => actions.mistype(row, fault)}
        />
      ),
    },
    {
      ...heading('permanent'),
      interactive: true,
      width: 92,
      align: 'center',
      extra: selectAll.permanent,
      cell: (row, { edit, blocked }) => (
        <Tick
          label={t('row.permanentOf', { pzn: pznOf(row) })}
          checked={inputs(row, edit).permanent}
          disabled={!canTickPermanent(inputs(row, edit), { blocked })}
          onChange={(ticked) => actions.tickPermanent(row, ticked)}
        />
      ),
    },
    {
      ...heading('exclusion'),
      interactive: true,
      width: 92,
      align: 'center',
      extra: selectAll.exclusion,
      cell: (row, { edit, blocked }) => (
        <Tick
          label={t('row.exclusionOf', { pzn: pznOf(row) })}
          checked={inputs(row, edit).exclusion}
          disabled={!canTickExclusion(rowAt(model, row), inputs(row, edit), { blocked })}
          onChange={(ticked) => actions.tickExclusion(row, ticked)}
        />
      ),
    },
  ];
}

/** Out of the Tab order: the Enter key on the row does the same. */
function InfoButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" tabIndex={-1} className={classes.info} aria-label={label} title={label} onClick={onClick}>
      <IconHistory aria-hidden size={16} />
    </button>
  );
}
