import { Button } from '@mantine/core';
import type { StrayTill } from '@portal/contracts';
import { berlinDaysBetween } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount, formatInstant } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { tillDifferenceText } from '../../lib/till-difference.ts';
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
                <Link to={`/p/${crmCompanyId}/${token}`} className={classes.link}>
                  {name}
                </Link>
                {`, ${city}`}
              </>
            ),
          },
          { key: 'what', head: t('tills.what'), cell: (till) => <Stray till={till} /> },
          {
            key: 'actions',
            head: t('tills.actions'),
            headless: true,
            kind: 'actions',
            cell: ({ crmCompanyId, token, name }) => (
              <Button
                size="compact-sm"
                variant="default"
                component={Link}
                to={`/p/${crmCompanyId}/${token}/kassenabgleich`}
                aria-label={t('tills.openNamed', { name })}
              >
                {t('tills.open')}
              </Button>
            ),
          },
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

function Stray({ till }: { till: StrayTill }) {
  const { t } = useTranslation('adminOverview');
  const { t: common } = useTranslation();
  const [now] = useState(serverNow);
  const { lagsSince, differsSince, differing, refused, standOf, doubtedAt } = till;
  const days = (at: string) => ({ count: Math.max(0, berlinDaysBetween(new Date(at), now)) });
  const ago = (at: string) => t('tills.ago', days(at));
  const said = [
    differsSince && tillDifferenceText({ ...till, count: differing }, ago(differsSince), common),
    differsSince && differing === 0 && t('tills.differs', days(differsSince)),
    refused > 0 && t('tills.refused', { count: refused, formatted: formatCount(refused) }),
    standOf && t('tills.standOf', { at: formatInstant(standOf, 'dd.MM.yyyy HH:mm') }),
    doubtedAt && t('tills.doubted', { ago: ago(doubtedAt) }),
    lagsSince && t('tills.lags', days(lagsSince)),
  ];
  return <>{said.filter(Boolean).join(' · ')}</>;
}
