import { useTranslation } from 'react-i18next';
import { ApprovalCsvButton } from '../features/exports/CsvButtons.tsx';
import { UpdateExcel } from '../features/exports/ExcelButtons.tsx';
import { TillDownloadPanel } from '../features/exports/TillDownloadPanel.tsx';
import { LabelsButton } from '../features/pdf/labels/LabelsButton.tsx';
import { PdfButton } from '../features/pdf/PdfButton.tsx';
import { approvalPdf } from '../features/pdf/pdf-rows.ts';
import type { UpdateSlotContext } from '../features/price-updates/update-slots.ts';
import { UpdateEditor, type UpdateEditorProps } from '../features/price-updates/UpdateEditor.tsx';
import { formatCount } from '../lib/format.ts';

export default function UpdateEditorWithTools(props: Omit<UpdateEditorProps, 'slots'>) {
  const { pharmacyId, token } = props.target;
  const downloads = (context: UpdateSlotContext) => (
    <Downloads context={context} pharmacyId={pharmacyId} token={token} />
  );
  const tillPanel = ({ productGroup, id }: UpdateSlotContext) => (
    <>
      <TillDownloadPanel preselected={[productGroup]} />
      <LabelsButton pharmacyId={pharmacyId} token={token} sources={[{ name: 'approval', id }]} />
    </>
  );
  return <UpdateEditor {...props} slots={{ downloads, tillPanel }} />;
}

type DownloadsProps = { context: UpdateSlotContext; pharmacyId: string; token: string };

/** Filtered rows also, named as such; an open package as Excel only. */
function Downloads({ context, pharmacyId, token }: DownloadsProps) {
  const { t } = useTranslation();
  const { id, productGroup, model, rows, allRows } = context;
  const target = { apoId: pharmacyId, token, productGroup, approval: id };
  const count = rows.length;
  const excel = <UpdateExcel model={model} rows={rows} allRows={allRows} productGroup={productGroup} />;
  if (!model.approved) return excel;
  return (
    <>
      <ApprovalCsvButton model={model} rows={allRows} productGroup={productGroup} />
      {excel}
      <PdfButton
        target={target}
        count={allRows.length}
        tip={t('pdf.allTip')}
        bodyOf={() => approvalPdf(model, allRows)}
      />
      <LabelsButton pharmacyId={pharmacyId} token={token} sources={[{ name: 'approval', id }]} />
      {rows.length < allRows.length && (
        <>
          <ApprovalCsvButton model={model} rows={rows} productGroup={productGroup} filtered />
          <PdfButton
            target={target}
            count={count}
            text={t('pdf.filtered', { formatted: formatCount(count) })}
            tip={t('pdf.filteredTip')}
            bodyOf={() => approvalPdf(model, rows, true)}
          />
        </>
      )}
    </>
  );
}
