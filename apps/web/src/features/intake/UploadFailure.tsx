import { Alert, ScrollArea, Table } from '@mantine/core';
import type { FileIssueAnswer } from '@portal/contracts';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
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

/** A scrollable part must be reachable by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

function IssueTable({ issues, total }: { issues: readonly FileIssueAnswer[]; total: number }) {
  const { t } = useTranslation('intake');
  const counts = { count: total, shown: formatCount(issues.length), total: formatCount(total) };
  return (
    <ScrollArea.Autosize mah={290} mt="sm" type="auto" viewportProps={SCROLLED_BY_KEYS}>
      <Table stickyHeader aria-label={t('issues.caption', counts)} verticalSpacing={6}>
        <Table.Caption className={classes.caption}>
          {t(total > issues.length ? 'issues.capped' : 'issues.caption', counts)}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('issues.line')}</Table.Th>
            <Table.Th>{t('issues.column')}</Table.Th>
            <Table.Th>{t('issues.value')}</Table.Th>
            <Table.Th>{t('issues.message')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {issues.map(({ line, column, value, message }, index) => (
            // the list never changes, and one cell may have two issues
            // oxlint-disable-next-line react/no-array-index-key
            <Table.Tr key={index}>
              <Table.Td className={classes.number}>{line ?? '–'}</Table.Td>
              <Table.Td className={classes.column}>{column ?? '–'}</Table.Td>
              <Table.Td className={classes.value}>{value ?? '–'}</Table.Td>
              <Table.Td>{message}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
