import { Alert } from '@mantine/core';
import type { FileIssueAnswer } from '@portal/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { Table } from '../../ui/table/Table.tsx';
import classes from './intake.module.css';

type Props = { failure: ApiError | null; fileChanged: boolean };

/** Rule 6.3. */
export function UploadFailure({ failure, fileChanged }: Props) {
  const { t } = useTranslation('intake');
  if (!failure && !fileChanged) return null;
  const reason = failure ? failure.message : t('file.changed');
  return (
    <div>
      <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={t('failed', { reason })} />
      {failure?.errors && failure.errors.length > 0 && (
        <IssueTable issues={failure.errors} total={failure.total ?? failure.errors.length} />
      )}
    </div>
  );
}

function IssueTable({ issues, total }: { issues: readonly FileIssueAnswer[]; total: number }) {
  const { t } = useTranslation('intake');
  const counts = { count: total, shown: formatCount(issues.length), total: formatCount(total) };
  return (
    <Table
      label={t('issues.caption', counts)}
      caption={t(total > issues.length ? 'issues.capped' : 'issues.caption', counts)}
      columns={[
        { key: 'line', head: t('issues.line'), kind: 'short', cell: ({ line }) => line ?? '–' },
        { key: 'column', head: t('issues.column'), kind: 'short', cell: ({ column }) => column ?? '–' },
        { key: 'value', head: t('issues.value'), className: classes.value, cell: ({ value }) => value ?? '–' },
        { key: 'message', head: t('issues.message'), cell: ({ message }) => message },
      ]}
      rows={issues}
      // one cell may have two issues
      rowKey={(issue) => issues.indexOf(issue)}
      dense
      maxHeight="18rem"
    />
  );
}
