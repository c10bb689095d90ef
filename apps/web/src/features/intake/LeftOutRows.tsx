import type { LzdUploadAnswer } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { Table } from '../../ui/table/Table.tsx';

type Props = { answer: Pick<LzdUploadAnswer, 'leftOut' | 'leftOutTotal'> };

/** The rows of an upload that were left out, named with the reason. */
export function LeftOutRows({ answer: { leftOut, leftOutTotal: total } }: Props) {
  const { t } = useTranslation('intake');
  const counts = { count: total, shown: formatCount(leftOut.length), total: formatCount(total) };
  return (
    <Table
      label={t('done.leftOut', counts)}
      caption={t(total > leftOut.length ? 'done.capped' : 'done.leftOut', counts)}
      columns={[
        { key: 'line', head: t('issues.line'), kind: 'short', cell: ({ line }) => line },
        { key: 'pzn', head: t('done.pzn'), cell: ({ pzn }) => pzn },
        { key: 'reason', head: t('done.reason'), cell: ({ reason }) => reason },
      ]}
      rows={leftOut}
      rowKey={({ line }) => line}
      dense
      maxHeight="18rem"
    />
  );
}
