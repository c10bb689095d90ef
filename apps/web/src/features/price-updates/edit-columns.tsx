import { approvalRowAt, isApprovalLocked } from '@portal/list-view';
import { canTickApprovalExclusion, canTickApprovalPermanent, originalApprovalEdit, type RowEdit } from '@portal/rules';
import { PriceInput } from '../../editing/cells/PriceInput.tsx';
import { Tick } from '../../editing/cells/Tick.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import type { ColumnOptions } from './column-options.ts';
import type { RowData } from './row-data.ts';
import { SelectAll } from './SelectAll.tsx';

/** 'Preiskorrektur', 'Dauerpreis' and 'Ausschluss'; once approved they show what was entered (rule 6.8). */
export function editColumns({ model, actions, narrow, t }: ColumnOptions): GridColumn<RowData>[] {
  const pznOf = (row: number) => model.columns.pzn[row] as string;
  const inputs = (row: number, edit: RowEdit | undefined) => edit ?? originalApprovalEdit(approvalRowAt(model, row));
  const locked = (row: number) => ({ locked: isApprovalLocked(model, row) });
  const heading = (id: string) => ({ id, label: t(`column.${id}`), longLabel: t(`columnLong.${id}`) });
  return [
    {
      ...heading('editedPrice'),
      interactive: true,
      width: 96,
      align: 'end',
      startsGroup: true,
      cell: (row, { edit, fault, rounded }) => (
        <PriceInput
          key={pznOf(row)}
          label={t('row.editedPriceOf', { pzn: pznOf(row) })}
          price={inputs(row, edit).price}
          fault={fault}
          rounded={rounded}
          disabled={isApprovalLocked(model, row)}
          onPrice={(price, rounded) => actions.enterPrice(row, price, rounded)}
          onFault={(fault) => actions.mistype(row, fault)}
        />
      ),
    },
    {
      ...heading('permanent'),
      interactive: true,
      width: narrow ? 92 : 86,
      align: 'center',
      extra: <SelectAll column="permanent" />,
      cell: (row, { edit }) => (
        <Tick
          label={t('row.permanentOf', { pzn: pznOf(row) })}
          checked={inputs(row, edit).permanent}
          disabled={!canTickApprovalPermanent(inputs(row, edit), locked(row))}
          onChange={(ticked) => actions.tickPermanent(row, ticked)}
        />
      ),
    },
    {
      ...heading('exclusion'),
      interactive: true,
      width: narrow ? 92 : 86,
      align: 'center',
      extra: <SelectAll column="exclusion" />,
      cell: (row, { edit }) => (
        <Tick
          label={t('row.exclusionOf', { pzn: pznOf(row) })}
          checked={inputs(row, edit).exclusion}
          disabled={!canTickApprovalExclusion(approvalRowAt(model, row), inputs(row, edit), locked(row))}
          onChange={(ticked) => actions.tickExclusion(row, ticked)}
        />
      ),
    },
  ];
}
