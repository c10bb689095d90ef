import { NO_EXPERT_COLUMNS } from '@portal/list-view';
import { useAccess } from '../auth/use-access.ts';
import { LzdFormatButton, PriceListCsvButton } from '../features/exports/CsvButtons.tsx';
import { PriceListExcel } from '../features/exports/ExcelButtons.tsx';
import { TillDownloadPanel } from '../features/exports/TillDownloadPanel.tsx';
import { articlesOf } from '../features/pdf/labels/label-rows.ts';
import { LabelsButton } from '../features/pdf/labels/LabelsButton.tsx';
import type { LabelSource } from '../features/pdf/labels/LabelsDialog.tsx';
import { PdfButton } from '../features/pdf/PdfButton.tsx';
import { priceListPdf } from '../features/pdf/pdf-rows.ts';
import type { ListSlotContext, ListSlots } from '../features/price-lists/list-slots.ts';
import { PriceListEditor, type PriceListEditorProps } from '../features/price-lists/PriceListEditor.tsx';

/** Rule 2.28. */
export default function PriceListEditorWithTools(props: Omit<PriceListEditorProps, 'slots'>) {
  return <PriceListEditor {...props} slots={SLOTS} />;
}

const SLOTS: ListSlots = {
  downloads: (context) => <ListDownloads {...context} />,
  tillPanel: ({ productGroup }) => <TillDownloadPanel preselected={[productGroup]} />,
};

function ListDownloads(context: ListSlotContext) {
  const { pharmacyId, token, productGroup, model, rows, rowsWithHidden, expertColumns } = context;
  const { staff } = useAccess();
  const list = { model, rows, productGroup };
  // asked when a file is made: it costs a pass over the list
  const isFiltered = () => rowsWithHidden().length < model.count;
  const expert = expertColumns ?? NO_EXPERT_COLUMNS;
  return (
    <>
      <PriceListCsvButton {...list} isFiltered={isFiltered} rowsWithHidden={rowsWithHidden} expert={expert} />
      <PriceListExcel {...list} isFiltered={isFiltered} rowsWithHidden={rowsWithHidden} expert={expert} />
      {staff && <LzdFormatButton {...list} isFiltered={isFiltered} />}
      <PdfButton
        target={{ apoId: pharmacyId, token, productGroup }}
        count={rows.length}
        bodyOf={() => priceListPdf(model, rows, isFiltered())}
      />
      <LabelsButton pharmacyId={pharmacyId} token={token} sources={labelSources(context)} />
    </>
  );
}

/** The marked rows where there are some, and all on screen. */
function labelSources({ model, rows, marked }: ListSlotContext): LabelSource[] {
  const shown: LabelSource = { name: 'shown', articles: () => articlesOf(model, rows) };
  return marked.length > 0 ? [{ name: 'marked', articles: () => articlesOf(model, marked) }, shown] : [shown];
}
