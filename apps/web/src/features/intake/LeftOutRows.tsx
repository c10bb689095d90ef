import { ScrollArea, Table } from '@mantine/core';
import type { LzdUploadAnswer } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './intake.module.css';

/** A scrollable part must be reachable by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/** An upload that was taken in without some of its rows, which are named with the reason. */
export function LeftOutRows({
  answer: { id, rows, message, leftOut, leftOutTotal: total },
}: {
  answer: LzdUploadAnswer;
}) {
  const { t } = useTranslation('intake');
  const counts = { count: total, shown: formatCount(leftOut.length), total: formatCount(total) };
  return (
    <div className={classes.form}>
      <p className={classes.text}>{t('done.rows', { count: rows, rows: formatCount(rows), id })}</p>
      {message && <p className={classes.text}>{message}</p>}
      <ScrollArea.Autosize mah={290} mt="sm" type="auto" viewportProps={SCROLLED_BY_KEYS}>
        <Table stickyHeader aria-label={t('done.leftOut', counts)} verticalSpacing={6}>
          <Table.Caption className={classes.caption}>
            {t(total > leftOut.length ? 'done.capped' : 'done.leftOut', counts)}
          </Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('issues.line')}</Table.Th>
              <Table.Th>{t('done.pzn')}</Table.Th>
              <Table.Th>{t('done.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {leftOut.map(({ line, pzn, reason }) => (
              <Table.Tr key={line}>
                <Table.Td className={classes.number}>{line}</Table.Td>
                <Table.Td>{pzn}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </div>
  );
}
