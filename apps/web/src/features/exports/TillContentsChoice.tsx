import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount, formatInstant } from '../../lib/format.ts';
import classes from './exports.module.css';
import type { TillOffer } from './till-offer.ts';

export type Choice = 'all' | 'changes';
type Props = { offer: TillOffer; value: Choice; onChange: (choice: Choice) => void };

/** Rules 9.17 and 9.19. */
export function TillContentsChoice({ offer, value, onChange }: Props) {
  const { t } = useTranslation();
  const { gone, changed, since, issues } = offer;
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  const why = issues.map(({ issue, groups }) =>
    t(`exports.till.issue.${issue}`, { groups: groups.map((group) => t(`productGroup.${group}`)).join(', ') }),
  );
  return (
    <Radio.Group
      label={t('exports.till.contents')}
      value={value}
      onChange={(chosen) => onChange(chosen === 'changes' ? 'changes' : 'all')}
    >
      <div className={classes.groups}>
        <Radio
          value="all"
          label={t('exports.till.all')}
          description={gone > 0 ? t('exports.till.gone', counted(gone)) : undefined}
        />
        <Radio
          value="changes"
          label={t('exports.till.changes')}
          description={
            why.length > 0
              ? why.join('; ')
              : t('exports.till.changed', { ...counted(changed), date: formatInstant(since, 'dd.MM.yyyy HH:mm') })
          }
          disabled={why.length > 0}
        />
      </div>
    </Radio.Group>
  );
}
