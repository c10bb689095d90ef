import { Button } from '@mantine/core';
import type { ProductGroupEntry } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { Section } from '../../../ui/Section.tsx';
import type { DashboardSlots } from './dashboard-slots.ts';
import classes from './DashboardList.module.css';

type Actions = DashboardSlots['groupActions'];

type Props = { groups: readonly ProductGroupEntry[]; staff: boolean; actions: Actions };

/** The price lists of the pharmacy by product group (rule 2.12). */
export function ProductGroups({ groups, staff, actions }: Props) {
  const { t } = useTranslation();
  return (
    <Section title={t('priceLists.title')}>
      <ul className={classes.list}>
        {groups.map((group) => (
          <Group key={group.productGroup} group={group} staff={staff} actions={actions} />
        ))}
      </ul>
    </Section>
  );
}

function Group({ group, staff, actions }: Omit<Props, 'groups'> & { group: ProductGroupEntry }) {
  const { t } = useTranslation();
  const name = t(`productGroup.${group.productGroup}`);
  return (
    <li className={classes.item}>
      <div className={classes.text}>
        <span className={classes.title}>{name}</span>
        <span className={classes.facts}>
          <span>
            <b>{formatCount(group.count)}</b> {t('priceLists.articles', { count: group.count })}
          </span>
          <span>
            <b>{formatCount(group.negative)}</b> {t('priceLists.exclusions', { count: group.negative })}
          </span>
          <span>{t('priceLists.lastChange', { date: formatInstant(group.lastChange) })}</span>
        </span>
        {group.lzdPending && !staff && <span className={classes.detail}>{t('priceLists.pending')}</span>}
      </div>
      <div className={classes.actions}>
        {actions?.(group.productGroup)}
        <Button
          component={Link}
          to={`pricelist/${group.productGroup}`}
          variant="light"
          aria-label={t('openNamed', { name: t('priceLists.named', { name }) })}
        >
          {t('open')}
        </Button>
      </div>
    </li>
  );
}
