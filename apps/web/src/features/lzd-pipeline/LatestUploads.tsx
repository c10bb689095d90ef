import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import { Table } from '../../ui/table/Table.tsx';
import classes from './lzd-pipeline.module.css';
import { useGetLzdPipelineQuery } from './lzd-pipeline-api.ts';
import { PharmacyCell } from './PharmacyCell.tsx';
import { latestUploads, pipelineRows } from './pipeline-rows.ts';
import { StageTag } from './StageTag.tsx';

const SHOWN = 10;

/** What was uploaded last, and how far it has come (rule 6.28). */
export default function LatestUploads() {
  const { t } = useTranslation(['lzdPipeline', 'common']);
  const { data, error } = useGetLzdPipelineQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error) return <p className={classes.quiet}>{errorMessage(error)}</p>;
  if (!data) return null;
  return (
    <Section title={t('latest.title')}>
      <Table
        label={t('latest.title')}
        empty={t('latest.none')}
        columns={[
          {
            key: 'pharmacy',
            head: t('column.pharmacy'),
            kind: 'name',
            className: classes.pharmacy,
            cell: (row) => (
              <PharmacyCell row={row} name={`${row.pharmacy}, ${t(`common:productGroup.${row.productGroup}`)}`} />
            ),
          },
          {
            key: 'articles',
            head: t('column.articles'),
            kind: 'figure',
            labelled: true,
            cell: ({ itemCount }) => formatCount(itemCount),
          },
          { key: 'stage', head: t('column.stage'), kind: 'short', cell: ({ stage }) => <StageTag stage={stage} /> },
          {
            key: 'uploaded',
            head: t('latest.uploaded'),
            kind: 'short',
            labelled: true,
            cell: ({ uploadedAt }) => formatInstant(uploadedAt, 'dd.MM.yyyy HH:mm'),
          },
        ]}
        rows={latestUploads(pipelineRows(data), SHOWN)}
        rowKey={({ id }) => id}
        foldsBelow="75em"
      />
    </Section>
  );
}
