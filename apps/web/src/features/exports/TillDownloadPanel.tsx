import { Alert, Button, Checkbox, Skeleton } from '@mantine/core';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import { IconAlertTriangle, IconCashRegister } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage, retryOf } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import classes from './exports.module.css';
import { useGetProductGroupInfoQuery, useGetTillFilesQuery } from './exports-api.ts';
import { type Choice, TillContentsChoice } from './TillContentsChoice.tsx';
import { TillFiles } from './TillFiles.tsx';
import { holdsWithdrawn, tillOffer } from './till-offer.ts';
import { useTillDownload } from './use-till-download.ts';
import { useWithdrawnChoice } from './use-withdrawn-choice.tsx';

type Props = {
  /** Groups that are ticked at first; all that hold articles when absent. */
  preselected?: readonly ProductGroup[];
  /** The files that were downloaded before are listed at once. */
  showFiles?: boolean;
  /** After a download only its receipt is shown, and what was downloaded. */
  folds?: boolean;
  onSaved?: () => void;
};

/** Rules 9.2, 9.16 and 9.17. Rule 9.44. */
export function TillDownloadPanel({ preselected, showFiles = false, folds = false, onSaved }: Props) {
  const { t } = useTranslation();
  const { pharmacyId: apoId = '', pharmacyToken: token = '' } = useParams();
  const params = { apoId, token };
  const { currentData, error, isFetching, refetch } = useGetProductGroupInfoQuery({ params });
  const record = useGetTillFilesQuery({ params });
  const [chosen, setChosen] = useState<readonly ProductGroup[] | undefined>(preselected);
  const [choice, setChoice] = useState<Choice>('all');
  const [filesOpened, setFilesOpened] = useState(showFiles);
  const [folded, setFolded] = useState(false);
  const label = useId();
  const { files = [], groups = [], choose = false } = record.currentData ?? {};
  const counts = new Map(currentData?.data.map((group) => [group.productGroup, group]));
  const ticked = (chosen ?? [...counts.keys()]).filter((group) => counts.has(group));
  const offer = tillOffer(groups, ticked);
  const contents = offer && offer.issues.length > 0 ? 'all' : choice;
  const hasChoice = choose && holdsWithdrawn({ ticked, counts, gone: contents === 'all' ? (offer?.gone ?? 0) : 0 });
  const withdrawn = useWithdrawnChoice(params, hasChoice);
  if (!currentData || (!record.currentData && !record.error)) {
    if (isFetching || !error) return <Skeleton height={140} role="status" aria-label={t('loading')} />;
    return (
      <LoadFailure
        title={t('exports.till.loadFailed')}
        message={errorMessage(error)}
        retryLabel={t('retry')}
        onRetry={retryOf(error, () => void refetch())}
      />
    );
  }
  const tick = (group: ProductGroup, on: boolean) =>
    setChosen(PRODUCT_GROUPS.filter((each) => (each === group ? on : ticked.includes(each))));
  return (
    <div className={classes.panel} role="group" aria-labelledby={label}>
      <p id={label} className={classes.text} hidden={folded}>
        {t('exports.till.text')}
      </p>
      <div className={classes.products} hidden={folded}>
        {PRODUCT_GROUPS.map((group) => {
          const { count = 0, negative = 0 } = counts.get(group) ?? {};
          return (
            <Checkbox
              key={group}
              label={t(`productGroup.${group}`)}
              description={t('exports.till.counts', { count: formatCount(count), negative: formatCount(negative) })}
              disabled={!counts.has(group)}
              checked={ticked.includes(group)}
              onChange={(event) => tick(group, event.currentTarget.checked)}
            />
          );
        })}
      </div>
      {!folded && offer && <TillContentsChoice offer={offer} value={contents} onChange={setChoice} />}
      {!folded && withdrawn.question}
      <Download
        wish={{ productGroups: ticked, ...(offer ? { contents } : {}) }}
        prepare={withdrawn.store}
        onSaved={() => {
          setFilesOpened(true);
          setFolded(folds);
          onSaved?.();
        }}
        {...(folded ? { onAgain: () => setFolded(false) } : {})}
      />
      {record.error && (
        <Alert color="red" role="alert" title={t('exports.till.filesFailed')}>
          {errorMessage(record.error)}
        </Alert>
      )}
      <TillFiles files={files} params={params} opened={filesOpened} onToggle={setFilesOpened} />
    </div>
  );
}

/** Which articles the file lacks (rule 9.44). */
function LeftOut({ pzns }: { pzns: readonly string[] }) {
  const { t } = useTranslation();
  if (pzns.length === 0) return null;
  return (
    <Alert
      color="orange"
      role="status"
      title={t('exports.till.withdrawn.leftOut', { count: pzns.length, formatted: formatCount(pzns.length) })}
    >
      <p className={classes.text}>{t('exports.till.withdrawn.leftOutText')}</p>
      <details>
        <summary className={classes.summary}>{t('exports.till.withdrawn.which')}</summary>
        <p className={classes.note}>{pzns.join(', ')}</p>
      </details>
    </Alert>
  );
}

type DownloadProps = {
  wish: { productGroups: ProductGroup[]; contents?: Choice };
  prepare: () => Promise<{ withdrawn?: 'omit' } | null>;
  onSaved: () => void;
  /** Shows the form again. */
  onAgain?: () => void;
};

function Download({ wish, prepare, onSaved, onAgain }: DownloadProps) {
  const { t } = useTranslation();
  const { download, isReady, error, isLoading, saved, omitted } = useTillDownload();
  const isEmpty = wish.productGroups.length === 0;
  const receipt = useRef<HTMLParagraphElement>(null);
  const folded = onAgain !== undefined;
  // What was pressed is gone.
  useEffect(() => {
    if (folded) receipt.current?.focus({ preventScroll: true });
  }, [folded]);
  const save = async () => {
    const form = await prepare();
    if (form && (await download({ ...wish, ...form }))) onSaved();
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
        {!folded && (
          <Button
            leftSection={<IconCashRegister aria-hidden size={16} />}
            disabled={!isReady || isEmpty}
            loading={isLoading}
            onClick={() => void save()}
          >
            {t('exports.till.download')}
          </Button>
        )}
        <p ref={receipt} className={classes.note} role="status" tabIndex={-1}>
          {isEmpty ? t('exports.till.none') : saved}
        </p>
        {folded && (
          <Button size="compact-sm" variant="subtle" onClick={onAgain}>
            {t('exports.till.another')}
          </Button>
        )}
      </div>
      <LeftOut pzns={omitted} />
    </>
  );
}
