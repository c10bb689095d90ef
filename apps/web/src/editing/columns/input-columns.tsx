import { NO_EDITS, type TickColumn } from '@portal/list-view';
import { isPriceIgnored, type RowEdit } from '@portal/rules';
import { IconCalendar } from '@tabler/icons-react';
import classes from '../cells/cells.module.css';
import { withPzn } from '../cells/cells.tsx';
import { PriceInput } from '../cells/PriceInput.tsx';
import { Tick } from '../cells/Tick.tsx';
import type { ColumnOptions, KindTypes } from '../kind/kind.ts';
import { SelectAll } from '../parts/SelectAll.tsx';
import { rowIssue } from '../session/row-issues.ts';
import type { Column, RowData } from '../kind/column.ts';
import { type ColumnId, type ColumnKind, headings } from '../kind/headings.ts';

/** The three inputs of a row: price, 'Dauerpreis' and 'Ausschluss' (rules 4.7 and 6.8). */
export function inputColumns<T extends KindTypes>(
  kind: ColumnKind<T>,
  { model, editing, actions, rights, t }: ColumnOptions<T>,
  price: { readonly id: ColumnId; readonly width: number; readonly tickWidth: number },
  isPriceLocked: (row: number, data: RowData) => boolean,
): Column[] {
  const { name: context, rules } = kind;
  const heading = headings(kind, t);
  const pznOf = (row: number) => model.columns.pzn[row] as string;
  const inputs = (row: number, edit: RowEdit | undefined) => edit ?? rules.inputs(model, NO_EDITS, row);
  const likeCalculated = (row: number, edit: RowEdit | undefined) =>
    edit !== undefined &&
    !edit.permanent &&
    !edit.exclusion &&
    edit.ownPrice !== null &&
    edit.ownPrice === model.columns.calculatedPrice[row];
  const priceOf = withPzn((pzn) => t('row.priceOf', { context, pzn }));
  const daysLabel = withPzn((pzn) => t('days.of', { pzn }));
  const daysOf = (row: number, data: RowData) => {
    const { ownPrice, exclusion } = inputs(row, data.edit);
    const { onDays } = actions;
    if (!onDays || !editing || ownPrice === null || exclusion || isPriceLocked(row, data)) return undefined;
    return () => onDays(row);
  };
  const tickOf = {
    permanent: withPzn((pzn) => t('row.permanentOf', { pzn })),
    exclusion: withPzn((pzn) => t('row.exclusionOf', { pzn })),
  };
  const tick = (column: TickColumn): Column => ({
    ...heading(column),
    interactive: true,
    width: price.tickWidth,
    align: 'center',
    extra: <SelectAll column={column} />,
    editable: (row, { edit }) => rules.canTick(model, row, inputs(row, edit), column),
    // Where nothing is entered there are no empty boxes.
    cell: (row, { edit }) =>
      (editing || inputs(row, edit)[column]) && (
        <Tick
          label={tickOf[column](pznOf(row))}
          checked={inputs(row, edit)[column]}
          disabled={!editing || !rules.canTick(model, row, inputs(row, edit), column)}
          onChange={(ticked) => actions.tick(row, column, ticked)}
        />
      ),
  });
  return [
    {
      ...heading(price.id),
      interactive: true,
      typed: true,
      editable: (row, data) => !isPriceLocked(row, data),
      width: price.width,
      align: 'end',
      startsGroup: true,
      cell: (row, data) => {
        const onDays = daysOf(row, data);
        const input = (
          <PriceInput
            key={pznOf(row)}
            label={priceOf(pznOf(row))}
            price={inputs(row, data.edit).ownPrice}
            issue={data.issue}
            rounded={data.rounded}
            breach={data.breach}
            likeCalculated={likeCalculated(row, data.edit)}
            ignored={data.edit !== undefined && isPriceIgnored(inputs(row, undefined), data.edit)}
            disabled={isPriceLocked(row, data)}
            issueWhenEmpty={() =>
              rowIssue(rules.issue(model, row, rules.withPrice(model, row, inputs(row, data.edit), null), rights))
            }
            tabIndex={-1}
            former={{ edit: data.edit, issue: data.issue, rounded: data.rounded }}
            onRestore={(former) => actions.restore(row, former)}
            onPrice={(cents, typed) => actions.enterPrice(row, cents, typed)}
            onIssue={(issue, continues) => actions.enterInvalid(row, issue, continues)}
            onScan={actions.onScan}
            onTyped={() => actions.onPriceTyped(row)}
            onDays={onDays}
          />
        );
        if (!actions.onDays) return input;
        // The input must stay where it is while its first digit is typed.
        return (
          <span className={classes.dated}>
            {onDays && (
              <button
                type="button"
                tabIndex={-1}
                className={classes.days}
                aria-label={daysLabel(pznOf(row))}
                title={t('days.tip')}
                onClick={onDays}
              >
                <IconCalendar aria-hidden size={15} />
              </button>
            )}
            {input}
          </span>
        );
      },
    },
    tick('permanent'),
    tick('exclusion'),
  ];
}
