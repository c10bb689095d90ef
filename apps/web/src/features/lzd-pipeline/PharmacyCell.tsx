import { packagePath } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from './lzd-pipeline.module.css';
import type { PipelineRow } from './pipeline-rows.ts';

export function PharmacyCell({ row, name, failure }: { row: PipelineRow; name: string; failure?: string | undefined }) {
  const { t } = useTranslation('lzdPipeline');
  const { crmCompanyId, token, id, productGroup, apoId, city, firstCalculation } = row;
  const about = [`${apoId} ${city}`, ...(firstCalculation ? [t('first')] : [])].join(' · ');
  return (
    <>
      <div className={classes.line} title={`${name}, ${about}`}>
        <Link to={`/p/${crmCompanyId}/${token}/${packagePath({ kind: 'LZD', id, productGroup })}`}>{name}</Link>{' '}
        <span className={classes.quiet}>{about}</span>
      </div>
      {failure && (
        <div role="alert" className={classes.failure}>
          {failure}
        </div>
      )}
    </>
  );
}
