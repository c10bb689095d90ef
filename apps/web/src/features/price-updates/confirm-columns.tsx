import { type ApprovalModel, approvalOutcomeAt, approvalStateBefore } from '@portal/list-view';
import {
  deviationPercent,
  editConcerns,
  effectivePrice,
  formatCents,
  PRICE_TYPE,
  type PriceConcern,
  type PriceState,
  type RowEdit,
} from '@portal/rules';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { percentCell, quiet } from '../../editing/cells/cells.tsx';
import classes from '../../editing/cells/cells.module.css';
import { RoundedFrom } from '../../editing/cells/RoundedFrom.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import * as cells from './cells.tsx';
import type { RowData } from './row-data.ts';

type Column = GridColumn<RowData>;

/** What speaks for a typing error in an entered price. */
export function updateConcerns({ columns }: ApprovalModel, row: number, edit: RowEdit): PriceConcern[] {
  const expected = columns.truePrice[row] ?? columns.avp[row] ?? null;
  return editConcerns(edit, { expected, purchase: columns.aep[row] ?? null });
}

function priceOf(state: PriceState): string {
  const price = effectivePrice(state);
  return state.priceType === PRICE_TYPE.exclusion || price === null ? cells.NO_PRICE : formatCents(price);
}

/** The columns of the confirmation: what a price was, what it becomes, and what to look at twice (rule 6.13). */
export function confirmColumns(
  model: ApprovalModel,
  { narrow, t }: { narrow: boolean; t: TFunction<'priceUpdate'> },
): Column[] {
  const { columns, kind } = model;
  const heading = (id: string) => ({
    id,
    label: t(`column.${id}`, { context: kind }),
    longLabel: t(`columnLong.${id}`, { context: kind }),
  });
  const pzn: Column = { ...heading('pzn'), width: 80, pinned: !narrow, cell: (row) => columns.pzn[row] };
  const article: Column = {
    ...heading('name'),
    width: narrow ? 170 : 260,
    grows: true,
    pinned: true,
    cell: (row) => cells.article(model, row, narrow, t),
  };
  const before = (row: number) => {
    const state = approvalStateBefore(model, row);
    const none = state.priceType !== PRICE_TYPE.exclusion && effectivePrice(state) === null;
    return none ? quiet(t('confirm.new')) : <span className={classes.old}>{priceOf(state)}</span>;
  };
  const change: Column = {
    ...heading('change'),
    width: 180,
    startsGroup: true,
    cell: (row, { edit }) => (
      <span className={classes.change}>
        {before(row)}
        <IconArrowRight aria-label={t('confirm.becomes')} size={14} />
        <span className={classes.new}>{priceOf(approvalOutcomeAt(model, row, edit))}</span>
      </span>
    ),
  };
  const reason: Column = {
    ...heading('checkReason'),
    width: 170,
    cell: (row) => cells.cutText(columns.checkReason[row]),
  };
  const difference = kind === 'MDP' ? 'deviationAvp' : 'diffAvp';
  return [
    ...(narrow ? [article, change, pzn] : [pzn, article]),
    ...(kind === 'LZD' ? [reason] : []),
    ...(kind === 'MDP' ? [] : [money('aep')]),
    money('avp'),
    { ...money('truePrice'), width: 96 },
    ...(narrow ? [] : [change]),
    {
      ...heading(difference),
      width: 92,
      align: 'end',
      cell: (row, { edit }) =>
        percentCell(deviationPercent(effectivePrice(approvalOutcomeAt(model, row, edit)), columns.avp[row])),
    },
    {
      ...heading('typeChange'),
      width: 270,
      cell: (row, { edit }) => {
        const before = approvalStateBefore(model, row).priceType;
        const after = approvalOutcomeAt(model, row, edit).priceType;
        return before === after ? t(`type.${after}`) : `${t(`type.${before}`)} → ${t(`type.${after}`)}`;
      },
    },
    {
      ...heading('concern'),
      width: 230,
      cell: (row, { edit, rounded }) => {
        const concerns = edit ? updateConcerns(model, row, edit) : [];
        if (concerns.length === 0) return rounded === undefined ? null : <RoundedFrom text={rounded} />;
        return (
          <span className={rounded === undefined ? undefined : classes.two}>
            <span className={classes.concern}>
              <IconAlertTriangle aria-hidden size={16} />
              {concerns.map((concern) => t(`concern.${concern}`)).join(', ')}
            </span>
            {rounded !== undefined && (
              <span className={classes.under}>
                <RoundedFrom text={rounded} />
              </span>
            )}
          </span>
        );
      },
    },
  ];

  function money(id: 'aep' | 'avp' | 'truePrice'): Column {
    return { ...heading(id), width: 84, align: 'end', cell: (row) => cells.money(columns[id][row]) };
  }
}
