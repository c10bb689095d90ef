import { findImportDoubts, type PriceListModel } from '@portal/list-view';
import { describeDeliveryDoubt, type ImportedRow } from '@portal/rules';
import { useMemo } from 'react';
import { FileDoubts } from '../../../editing/review/FileDoubts.tsx';

type Props = { model: PriceListModel; rows: readonly ImportedRow[] };

/** Rule 20.2. Rule 5.20. */
export function ImportDoubts({ model, rows }: Props) {
  const sentences = useMemo(
    () =>
      findImportDoubts(model, rows).map((doubt) =>
        describeDeliveryDoubt(doubt, (row) => model.columns.name[row] ?? ''),
      ),
    [model, rows],
  );
  return <FileDoubts of="file" sentences={sentences} />;
}
