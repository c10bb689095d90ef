import { currentPrice, isAdded, type PriceListModel, priceConcerns, rowAt } from '@portal/list-view';
import { effectivePrice, originalEdit, type PriceType, resolveSave, type RowEdit } from '@portal/rules';
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import * as cells from './cells.tsx';
import classes from '../../editing/cells/cells.module.css';
import { RoundedFrom } from '../../editing/cells/RoundedFrom.tsx';
import type { RowData } from './row-data.ts';

/** What saving makes of a row: type and price afterwards. */
function outcomeOf(model: PriceListModel, row: number, edit: RowEdit): { type: PriceType; price: number | null } {
  const stored = rowAt(model, row);
  // The server judges by the caller's rights; here only inputs that the screen let through arrive.
  const result = resolveSave(stored, edit, { staff: true });
  if (!result.ok) throw new Error(`an edit that cannot be saved got into the confirmation: ${result.fault}`);
  const after = { priceType: result.priceType, calculated: stored.calculated, manual: result.manualPrice };
  return { type: result.priceType, price: effectivePrice(after) };
}

/** The columns of the confirmation: what a row is, what it becomes, and what to look at twice (rule 4.10). */
export function confirmColumns(
  model: PriceListModel,
  options: { narrow: boolean; t: TFunction<'priceList'> },
): GridColumn<RowData>[] {
  const { narrow, t } = options;
  const { columns } = model;
  const heading = (id: string) => ({ id, label: t(`column.${id}`), longLabel: t(`columnLong.${id}`) });
  const pzn: GridColumn<RowData> = { ...heading('pzn'), width: 86, pinned: !narrow, cell: (row) => columns.pzn[row] };
  const article: GridColumn<RowData> = {
    ...heading('name'),
    width: narrow ? 188 : 300,
    grows: true,
    pinned: true,
    cell: (row, { blocked }) => cells.article(model, row, { blocked, narrow }, t),
  };
  return [
    ...(narrow ? [article, pzn] : [pzn, article]),
    { ...heading('aep'), width: 84, align: 'end', cell: (row) => cells.money(columns.aep[row]) },
    { ...heading('avp'), width: 84, align: 'end', cell: (row) => cells.money(columns.avp[row]) },
    { ...heading('calculated'), width: 96, align: 'end', cell: (row) => cells.money(columns.priceNew[row]) },
    {
      ...heading('change'),
      width: 190,
      startsGroup: true,
      cell: (row, { edit }) => {
        const before = rowAt(model, row).priceType;
        const after = outcomeOf(model, row, edit ?? originalEdit(rowAt(model, row)));
        return (
          <span className={classes.change}>
            <span className={classes.old}>{cells.priceOfType(before, currentPrice(model, row))}</span>
            <IconArrowRight aria-label={t('confirm.becomes')} size={14} />
            <span className={classes.new}>{cells.priceOfType(after.type, after.price)}</span>
          </span>
        );
      },
    },
    {
      ...heading('typeChange'),
      width: 250,
      cell: (row, { edit }) => {
        const before = rowAt(model, row).priceType;
        const after = outcomeOf(model, row, edit ?? originalEdit(rowAt(model, row))).type;
        if (isAdded(model, row)) return t('row.added');
        return before === after ? t(`type.${after}`) : `${t(`type.${before}`)} → ${t(`type.${after}`)}`;
      },
    },
    {
      ...heading('concern'),
      width: 260,
      cell: (row, { edit, rounded }) => {
        const concerns = edit ? priceConcerns(model, row, edit) : [];
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
}
