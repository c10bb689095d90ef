import { Skeleton, Switch } from '@mantine/core';
import { ALL_EXPERT_COLUMNS, lzdFormatRows, NO_EXPERT_COLUMNS } from '@portal/list-view';
import type { ProductGroup } from '@portal/rules';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { useAccess } from '../../auth/use-access.ts';
import { formatCount } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { LzdFormatButton, PriceListCsvButton } from './CsvButtons.tsx';
import { PriceListExcel } from './ExcelButtons.tsx';
import { type ExportList, useGetExportListQuery } from './export-list.ts';
import classes from './exports.module.css';
import { Dialog } from '../../ui/Dialog.tsx';

/** Makes the button of another form, e.g. PDF, for the whole list. */
type OtherForm = (list: ExportList) => ReactNode;

type FormsProps = { productGroup: ProductGroup; pdf: OtherForm };

type Props = FormsProps & { opened: boolean; onClose: () => void };

/** Rules 2.12 and 10.7. */
export function ExportDialog({ opened, onClose, ...forms }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('exports.title', { name: t('priceLists.named', { name: t(`productGroup.${forms.productGroup}`) }) })}
    >
      <Forms {...forms} />
    </Dialog>
  );
}

function Forms({ productGroup, pdf }: FormsProps) {
  const { t } = useTranslation();
  const { pharmacyId = '', pharmacyToken: token = '' } = useParams();
  const { currentData, error, isFetching, refetch } = useGetExportListQuery({
    params: { pharmacyId, token, productGroup },
  });
  if (currentData) return <ListForms list={currentData} productGroup={productGroup} pdf={pdf} />;
  if (isFetching || !error) return <Skeleton height={180} role="status" aria-label={t('loading')} />;
  return (
    <LoadFailure
      title={t('exports.failed')}
      message={errorMessage(error)}
      retryLabel={t('retry')}
      onRetry={retryOf(error, () => void refetch())}
    />
  );
}

function ListForms({ list, productGroup, pdf }: FormsProps & { list: ExportList }) {
  const { t } = useTranslation();
  const { staff } = useAccess();
  const [expert, setExpert] = useState(false);
  const { model, rows } = list;
  const lzdRows = useMemo(() => lzdFormatRows(model, rows), [model, rows]);
  if (rows.length === 0) return <p className={classes.text}>{t('exports.empty')}</p>;
  const columns = expert ? ALL_EXPERT_COLUMNS : NO_EXPERT_COLUMNS;
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  return (
    <ul className={classes.forms}>
      <Form
        text={t('exports.csvText', counted(rows.length))}
        button={<PriceListCsvButton model={model} rows={rows} productGroup={productGroup} expert={columns} />}
      >
        <Switch
          size="sm"
          label={t('exports.expert')}
          checked={expert}
          onChange={(event) => setExpert(event.currentTarget.checked)}
        />
      </Form>
      <Form
        text={t('exports.excelText')}
        button={<PriceListExcel model={model} rows={rows} productGroup={productGroup} expert={columns} />}
      />
      <Form text={t('exports.pdfText')} button={pdf(list)} />
      {staff && (
        <Form
          text={t('exports.lzdText', counted(lzdRows.length))}
          button={<LzdFormatButton model={model} rows={lzdRows} productGroup={productGroup} />}
        />
      )}
    </ul>
  );
}

function Form({ text, button, children }: { text: string; button: ReactNode; children?: ReactNode }) {
  return (
    <li className={classes.form}>
      <div className={classes.about}>
        <p className={classes.text}>{text}</p>
        {children}
      </div>
      {button}
    </li>
  );
}
