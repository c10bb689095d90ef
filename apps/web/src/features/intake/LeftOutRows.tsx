import { ScrollArea, Table } from '@mantine/core';
import type { LzdUploadAnswer } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './intake.module.css';

/** A scrollable part must be reachable by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

type Props = { answer: Pick<LzdUploadAnswer, 'leftOut' | 'leftOutTotal'> };

/** The rows of an upload that were left out, named with the reason. */
export function LeftOutRows({ answer: { leftOut, leftOutTotal: total } }: Props) {
  const { t } = useTranslation('intake');
  const counts = { count: total, shown: formatCount(leftOut.length), total: formatCount(total) };
  return (
    <ScrollArea.Autosize mah={290} type="auto" viewportProps={SCROLLED_BY_KEYS}>
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
  );
}
