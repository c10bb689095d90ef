import { useTranslation } from 'react-i18next';
import { useApprovalCsv } from '../features/exports/CsvButtons.tsx';
import { useUpdateWorkbooks } from '../features/exports/ExcelButtons.tsx';
import { useExcelWriter } from '../features/exports/ExcelMenu.tsx';
import { ExportMenu } from '../features/exports/ExportMenu.tsx';
import { LabelsButton } from '../features/pdf/labels/LabelsButton.tsx';
import { approvalPdf } from '../features/pdf/pdf-rows.ts';
import { usePdf } from '../features/pdf/use-pdf.ts';
import type { UpdateSlotContext } from '../features/price-updates/update-slots.ts';
import { UpdateEditor, type UpdateEditorProps } from '../features/price-updates/UpdateEditor.tsx';
import type { Outcome } from '../editing/session/session.ts';
import { formatCount } from '../lib/format.ts';
import { AfterApproval } from './AfterApproval.tsx';

export default function UpdateEditorWithTools(props: Omit<UpdateEditorProps, 'slots'>) {
  const { pharmacyId, token } = props.target;
  const downloads = (context: UpdateSlotContext) => (
    <Downloads context={context} pharmacyId={pharmacyId} token={token} />
  );
  const nextSteps = ({ productGroup, id }: UpdateSlotContext, outcome: Outcome) => (
    <AfterApproval pharmacyId={pharmacyId} token={token} productGroup={productGroup} id={id} outcome={outcome} />
  );
  return <UpdateEditor {...props} slots={{ downloads, nextSteps }} />;
}

type DownloadsProps = { context: UpdateSlotContext; pharmacyId: string; token: string };

/** An open package leaves as Excel only. */
function Downloads({ context, pharmacyId, token }: DownloadsProps) {
  const { t } = useTranslation();
  const { id, productGroup, model, rows, allRows } = context;
  const target = { apoId: pharmacyId, token, productGroup, approval: id };
  const count = rows.length;
  const isFiltered = count < allRows.length;
  const excel = useExcelWriter(productGroup);
  const workbooks = useUpdateWorkbooks({ model, rows, allRows, productGroup });
  const csv = useApprovalCsv({ model, rows: allRows, productGroup });
  const filteredCsv = useApprovalCsv({ model, rows, productGroup, filtered: true });
  const pdf = usePdf(target);
  const items = () => [
    ...(model.approved ? [csv] : []),
    ...workbooks.map((choice) => ({
      text: choice.text,
      tip: t(model.approved ? 'exports.excelTip' : 'exports.excelOpenTip'),
      disabled: false,
      onChoose: () => void excel.save(choice),
    })),
    ...(model.approved
      ? [
          {
            text: t('pdf.button'),
            tip: t('pdf.allTip'),
            disabled: allRows.length === 0,
            onChoose: () => void pdf.print(approvalPdf(model, allRows)),
          },
        ]
      : []),
    ...(model.approved && isFiltered
      ? [
          filteredCsv,
          {
            text: t('pdf.filtered', { formatted: formatCount(count) }),
            tip: t('pdf.filteredTip'),
            disabled: count === 0,
            onChoose: () => void pdf.print(approvalPdf(model, rows, true)),
          },
        ]
      : []),
  ];
  return (
    <>
      <ExportMenu items={items} disabled={workbooks.length === 0} waiting={excel.waiting || pdf.waiting} />
      {excel.notice}
      {model.approved && <LabelsButton pharmacyId={pharmacyId} token={token} sources={[{ name: 'approval', id }]} />}
    </>
  );
}
