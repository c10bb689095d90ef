import { Alert, Button, Checkbox, Skeleton } from '@mantine/core';
import { encodeTillText, PRODUCT_GROUPS, type ProductGroup, tillFileName } from '@portal/rules';
import { IconAlertTriangle, IconCashRegister } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { downloadBlob } from '../../lib/download.ts';
import { formatCount } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import classes from './exports.module.css';
import { useDownloadTillFileMutation, useGetProductGroupInfoQuery } from './exports-api.ts';
import { usePagePharmacy } from './use-page-pharmacy.ts';

type Props = {
  /** Groups that are ticked at first; all that hold articles when absent. */
  preselected?: readonly ProductGroup[];
};

/** The price file for the till: OTC, Freiwahl and Hilfsmittel to choose from (rule 9.2). */
export function TillDownloadPanel({ preselected }: Props) {
  const { t } = useTranslation();
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const params = { apoId, token };
  const { currentData, error, isFetching, refetch } = useGetProductGroupInfoQuery({ params });
  const [chosen, setChosen] = useState<readonly ProductGroup[] | undefined>(preselected);
  const label = useId();
  if (!currentData) {
    if (isFetching || !error) return <Skeleton height={140} role="status" aria-label={t('loading')} />;
    return (
      <LoadFailure
        title={t('exports.till.loadFailed')}
        message={errorMessage(error)}
        retryLabel={t('retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  const held = new Map(currentData.data.map((group) => [group.productGroup, group]));
  const ticked = (chosen ?? [...held.keys()]).filter((group) => held.has(group));
  const tick = (group: ProductGroup, on: boolean) =>
    setChosen(PRODUCT_GROUPS.filter((each) => (each === group ? on : ticked.includes(each))));
  return (
    <div className={classes.panel} role="group" aria-labelledby={label}>
      <p id={label} className={classes.text}>
        {t('exports.till.text')}
      </p>
      <div className={classes.groups}>
        {PRODUCT_GROUPS.map((group) => {
          const { count = 0, negative = 0 } = held.get(group) ?? {};
          return (
            <Checkbox
              key={group}
              label={t(`productGroup.${group}`)}
              description={t('exports.till.counts', { count: formatCount(count), negative: formatCount(negative) })}
              disabled={!held.has(group)}
              checked={ticked.includes(group)}
              onChange={(event) => tick(group, event.currentTarget.checked)}
            />
          );
        })}
      </div>
      <Download params={params} productGroups={ticked} />
    </div>
  );
}

function Download({
  params,
  productGroups,
}: {
  params: { apoId: string; token: string };
  productGroups: ProductGroup[];
}) {
  const { t } = useTranslation();
  const pharmacy = usePagePharmacy();
  const [request, { error, isLoading }] = useDownloadTillFileMutation();
  const [saved, setSaved] = useState<string | null>(null);
  const download = async () => {
    setSaved(null);
    const answer = await request({ params, body: { productGroups } });
    if (!answer.data || !pharmacy) return;
    const { data, extension, encoding = 'utf-8' } = answer.data;
    const fileName = tillFileName(pharmacy.apoId, pharmacy.name, extension);
    const type = `${extension === '.csv' ? 'text/csv' : 'text/plain'};charset=${encoding}`;
    downloadBlob(fileName, new Blob([encodeTillText(data, encoding)], { type }));
    setSaved(fileName);
  };
  return (
    <>
      {error && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden size={18} />}
          title={t('exports.till.failed')}
        >
          {errorMessage(error)}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button
          variant="light"
          leftSection={<IconCashRegister aria-hidden size={16} />}
          disabled={!pharmacy || productGroups.length === 0}
          loading={isLoading}
          onClick={() => void download()}
        >
          {t('exports.till.download')}
        </Button>
        <p className={classes.note} role="status">
          {productGroups.length === 0 ? t('exports.till.none') : saved && t('exports.till.saved', { fileName: saved })}
        </p>
      </div>
    </>
  );
}
