import { NO_EXPERT_COLUMNS } from '@portal/list-view';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../auth/use-access.ts';
import { useLzdFormat, usePriceListCsv } from '../features/exports/CsvButtons.tsx';
import { usePriceListWorkbooks } from '../features/exports/ExcelButtons.tsx';
import { useExcelWriter } from '../features/exports/ExcelMenu.tsx';
import { ExportMenu } from '../features/exports/ExportMenu.tsx';
import { TillDownloadPanel } from '../features/exports/TillDownloadPanel.tsx';
import { articlesOf } from '../features/pdf/labels/label-rows.ts';
import { LabelsButton } from '../features/pdf/labels/LabelsButton.tsx';
import type { LabelSource } from '../features/pdf/labels/LabelsDialog.tsx';
import { priceListPdf } from '../features/pdf/pdf-rows.ts';
import { usePdf } from '../features/pdf/use-pdf.ts';
import type { ListSlotContext, ListSlots } from '../features/price-lists/list/list-slots.ts';
import { PriceListEditor, type PriceListEditorProps } from '../features/price-lists/list/PriceListEditor.tsx';

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
  const { t } = useTranslation();
  const { staff } = useAccess();
  // asked when a file is made: it costs a pass over the list
  const isFiltered = () => rowsWithHidden().length < model.count;
  const expert = expertColumns ?? NO_EXPERT_COLUMNS;
  const list = { model, rows, productGroup, isFiltered, rowsWithHidden, expert };
  const { notice, ...csv } = usePriceListCsv(list);
  const lzd = useLzdFormat(list);
  const workbooks = usePriceListWorkbooks(list);
  const excel = useExcelWriter(productGroup);
  const pdf = usePdf({ apoId: pharmacyId, token, productGroup });
  const items = () => [
    csv,
    ...workbooks.choices().map((choice) => ({
      text: choice.text,
      tip: t('exports.excelTip'),
      disabled: !workbooks.isReady,
      onChoose: () => void excel.save(choice),
    })),
    {
      text: t('pdf.button'),
      tip: t('pdf.tip'),
      disabled: rows.length === 0,
      onChoose: () => void pdf.print(priceListPdf(model, rows, isFiltered())),
    },
    ...(staff ? [lzd] : []),
  ];
  return (
    <>
      <ExportMenu items={items} disabled={rows.length === 0} waiting={excel.waiting || pdf.waiting} />
      {notice}
      {excel.notice}
      <LabelsButton pharmacyId={pharmacyId} token={token} sources={labelSources(context)} />
    </>
  );
}

/** The marked rows where there are some, and all on screen. */
function labelSources({ model, rows, marked }: ListSlotContext): LabelSource[] {
  const shown: LabelSource = { name: 'shown', articles: () => articlesOf(model, rows) };
  return marked.length > 0 ? [{ name: 'marked', articles: () => articlesOf(model, marked) }, shown] : [shown];
}
