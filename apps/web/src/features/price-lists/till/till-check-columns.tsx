import type { TillCheckRow } from '@portal/contracts';
import { formatDifference } from '@portal/rules';
import type { TFunction } from 'i18next';
import * as cells from '../../../editing/cells/cells.tsx';
import { Tick } from '../../../editing/cells/Tick.tsx';
import { formatInstant } from '../../../lib/format.ts';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';

export type ChosenRow = { readonly chosen: boolean };

type Options = {
  rows: readonly TillCheckRow[];
  /** Undefined where nothing can be taken over. */
  choosing:
    | { readonly choose: (row: number) => void; readonly all: boolean | null; readonly chooseAll: () => void }
    | undefined;
  /** Without what explains a difference. */
  equal: boolean;
  /** Both prices are there. */
  differs: boolean;
  narrow: boolean;
  t: TFunction<['tillCheck', 'common']>;
};

/** What a column sorts by. */
export const SORT_KEYS = {
  pzn: ({ pzn }: TillCheckRow) => pzn,
  article: ({ name }: TillCheckRow) => name,
  till: ({ till }: TillCheckRow) => till ?? -1,
  approved: ({ approved }: TillCheckRow) => approved ?? -1,
  difference: (row: TillCheckRow) => Math.abs(differenceOf(row) ?? 0),
  since: ({ since }: TillCheckRow) => since ?? '',
  last: ({ transfer }: TillCheckRow) => transfer?.at ?? '',
  reason: ({ reason }: TillCheckRow) => reason ?? '',
} as const;
export type TillSortKey = keyof typeof SORT_KEYS;

/** In cents; null where one of the prices is missing. */
function differenceOf({ till, approved }: TillCheckRow): number | null {
  return till === null || approved === null ? null : till - approved;
}

/** Rule 9.30. */
export function tillCheckColumns({ rows, choosing, equal, differs, narrow, t }: Options): GridColumn<ChosenRow>[] {
  const of = (row: number) => rows[row] as TillCheckRow;
  const column = (id: TillSortKey, width: number, cell: GridColumn<ChosenRow>['cell'], more = {}) => ({
    id,
    label: t(`column.${id}`),
    width,
    sortable: true,
    cell,
    ...more,
  });
  const figures = { align: 'end' } as const;
  return [
    ...(choosing
      ? [
          {
            id: 'choose',
            label: '',
            longLabel: t('column.choose'),
            width: 40,
            align: 'center' as const,
            pinned: 'left' as const,
            extra: (
              <Tick
                label={t('chooseAll')}
                checked={choosing.all === true}
                partly={choosing.all === null}
                disabled={rows.length === 0}
                onChange={choosing.chooseAll}
              />
            ),
            cell: (row: number, { chosen }: ChosenRow) => (
              <Tick
                label={t('choose', { pzn: of(row).pzn })}
                checked={chosen}
                disabled={false}
                onChange={() => choosing.choose(row)}
              />
            ),
          },
        ]
      : []),
    ...(narrow ? [] : [column('pzn', 92, (row) => of(row).pzn)]),
    column(
      'article',
      narrow ? 128 : 240,
      (row) => {
        const { name, content, productGroup, pzn } = of(row);
        const detail = [narrow ? pzn : content, t(`common:productGroup.${productGroup}`)].filter(Boolean).join(' · ');
        return cells.article(name || pzn, detail);
      },
      { grows: true },
    ),
    ...(narrow && !equal
      ? [column('till', 96, (row) => bothPrices(of(row), t), figures)]
      : [
          column('till', narrow ? 76 : 100, (row) => tillText(of(row), t), figures),
          column('approved', narrow ? 84 : 108, (row) => approvedText(of(row), t), figures),
        ]),
    ...(differs
      ? [
          column(
            'difference',
            narrow ? 92 : 112,
            (row) => {
              const cents = differenceOf(of(row));
              return cents === null ? cells.NONE : formatDifference(cents);
            },
            figures,
          ),
        ]
      : []),
    ...(equal ? [] : [column('reason', narrow ? 124 : 260, (row) => reasonCell(of(row), t))]),
    column('since', 124, (row) => {
      const { since } = of(row);
      return since === null ? cells.NONE : formatInstant(since, 'dd.MM.yyyy');
    }),
    ...(equal
      ? []
      : [
          column('last', 190, (row) => {
            const { transfer } = of(row);
            if (!transfer) return cells.NONE;
            const at = formatInstant(transfer.at, 'dd.MM.yyyy HH:mm');
            return t(transfer.via === 'sync' ? 'transfer.sync' : `transfer.${transfer.contents}`, { at });
          }),
        ]),
  ];
}

function tillText({ inTill, till }: TillCheckRow, t: TFunction<['tillCheck', 'common']>): string {
  if (!inTill) return t('notInTill');
  return till === null ? t('withoutPrice') : cells.money(till);
}

function approvedText({ approved, verdict, stays }: TillCheckRow, t: TFunction<['tillCheck', 'common']>): string {
  return verdict === 'only' && stays === 'excluded' ? t('exclusion') : cells.money(approved);
}

function bothPrices(row: TillCheckRow, t: TFunction<['tillCheck', 'common']>) {
  const price = approvedText(row, t);
  const approved = row.approved === null ? price : t('approvedShort', { price });
  return cells.overridden(tillText(row, t), approved, approved);
}

function reasonCell(row: TillCheckRow, t: TFunction<['tillCheck', 'common']>) {
  const { verdict, reason, refusal, stays } = row;
  const text =
    verdict === 'equal' || verdict === 'changedSince' || reason === null
      ? t('changedSince')
      : reason === 'changedAtTill'
        ? t('reason.changedAtTill', { context: verdict })
        : t(`reason.${reason}`, { words: refusal ?? '' });
  return stays === null || verdict !== 'different' ? cells.cutText(text) : cells.article(text, t(`stays.${stays}`));
}
