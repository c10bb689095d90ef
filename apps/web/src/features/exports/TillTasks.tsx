import { Alert, Button } from '@mantine/core';
import type { Dashboard } from '@portal/contracts';
import { isoDay } from '@portal/rules';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TodoItem } from '../../ui/TodoItem.tsx';
import { useLate } from '../../ui/use-late.ts';
import { useTillDownload } from './use-till-download.ts';

const TillDialog = lazyPart(() => import('./TillDialog.tsx'));

/** A file to confirm, and prices that files bring to the till (rules 2.45 and 9.20). */
export function TillTasks({ lacks, file, now }: { lacks: Dashboard['tillLacks'] } & FileProps) {
  const { t } = useTranslation();
  const [preselected, setPreselected] = useState<LackedGroup[]>();
  const { mounted, opened, open, close, opener } = useLate(TillDialog);
  const { download, isReady, error, isLoading } = useTillDownload();
  const groups = lacks && !lacks.reload ? lacks.groups : [];
  const productGroups = groups.filter(({ account }) => account === 'files').map(({ productGroup }) => productGroup);
  const downloadChanges = async () => {
    if (!(await download({ productGroups, contents: 'changes' }))) return;
    setPreselected(productGroups);
    open();
  };
  return (
    <>
      {file && (
        <TodoItem
          action={
            <Button variant="light" {...opener}>
              {t('confirm')}
            </Button>
          }
        >
          <FileText file={file} now={now} />
        </TodoItem>
      )}
      {productGroups.length > 0 && (
        <TodoItem
          action={
            <Button variant="light" disabled={!isReady} loading={isLoading} onClick={() => void downloadChanges()}>
              {t('exports.till.downloadChanges')}
            </Button>
          }
        >
          <Lacking groups={groups} />
        </TodoItem>
      )}
      {error && (
        <li>
          <Alert color="red" role="alert" title={t('exports.till.failed')} my="sm">
            {errorMessage(error)}
          </Alert>
        </li>
      )}
      <Suspense>
        {mounted && <TillDialog opened={opened} onClose={close} showFiles {...(preselected ? { preselected } : {})} />}
      </Suspense>
    </>
  );
}

type LackedGroup = NonNullable<Dashboard['tillLacks']>['groups'][number]['productGroup'];
type FileProps = { file: Dashboard['tillFile']; now: string };

function FileText({ file, now }: { file: NonNullable<FileProps['file']>; now: string }) {
  const { t } = useTranslation();
  const at = formatInstant(file.createdAt, 'dd.MM.yyyy HH:mm');
  const isToday = isoDay(new Date(file.createdAt)) === isoDay(new Date(now));
  return t('today.file', { at: isToday ? at.slice(-'HH:mm'.length) : at });
}

function Lacking({ groups }: { groups: NonNullable<Dashboard['tillLacks']>['groups'] }) {
  const { t } = useTranslation();
  const count = groups.reduce((sum, { changed }) => sum + changed, 0);
  const named = groups.map(
    ({ productGroup, changed }) => `${t(`productGroup.${productGroup}`)} ${formatCount(changed)}`,
  );
  return t('till.lacks', { count, formatted: formatCount(count), groups: named.join(', ') });
}
