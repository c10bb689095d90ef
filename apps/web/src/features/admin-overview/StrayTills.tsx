import type { StrayTill } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { Section } from '../../ui/Section.tsx';
import { Table } from '../../ui/table/Table.tsx';
import { useGetStrayTillsQuery } from './admin-overview-api.ts';
import classes from './admin-overview.module.css';

const PAGE = 10;

/** Rule 22.4; none, nothing. */
export function StrayTills() {
  const { t } = useTranslation('adminOverview');
  const { data, error } = useGetStrayTillsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error) {
    return (
      <Section title={t('tills.title')}>
        <p className={classes.empty}>{errorMessage(error)}</p>
      </Section>
    );
  }
  if (!data || data.total === 0) return null;
  const { tills, total } = data;
  const beyond =
    total > tills.length && t('tills.beyond', { shown: formatCount(tills.length), total: formatCount(total) });
  return (
    <Section title={t('tills.title')} {...(beyond ? { note: beyond } : {})}>
      <Table
        label={t('tills.title')}
        columns={[
          {
            key: 'pharmacy',
            head: t('tills.pharmacy'),
            leads: true,
            cell: ({ crmCompanyId, token, name, city }) => (
              <>
                <Link to={`/p/${crmCompanyId}/${token}`} className={classes.plain}>
                  {name}
                </Link>
                {`, ${city}`}
              </>
            ),
          },
          { key: 'what', head: t('tills.what'), cell: (till) => <Stray till={till} /> },
        ]}
        rows={tills}
        rowKey={({ apoId }) => apoId}
        foldsBelow="62em"
        more={{
          first: PAGE,
          step: 10 * PAGE,
          text: (shown) => t('messages.more', { formatted: formatCount(Math.min(tills.length - shown, 10 * PAGE)) }),
        }}
      />
    </Section>
  );
}

function Stray({ till: { lagsSince, differsSince, differing, refused, standOf, doubtedAt } }: { till: StrayTill }) {
  const { t } = useTranslation('adminOverview');
  const day = (at: string) => formatInstant(at, 'dd.MM.yyyy');
  const said = [
    differsSince &&
      differing > 0 &&
      t('tills.differing', { count: differing, formatted: formatCount(differing), day: day(differsSince) }),
    differsSince && differing === 0 && t('tills.differs', { day: day(differsSince) }),
    refused > 0 && t('tills.refused', { count: refused, formatted: formatCount(refused) }),
    standOf && t('tills.standOf', { at: formatInstant(standOf, 'dd.MM.yyyy HH:mm') }),
    doubtedAt && t('tills.doubted', { day: day(doubtedAt) }),
    lagsSince && t('tills.lags', { day: day(lagsSince) }),
  ];
  return <>{said.filter(Boolean).join(' · ')}</>;
}
