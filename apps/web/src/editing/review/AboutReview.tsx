import { ActionIcon, Popover } from '@mantine/core';
import type { Review } from '@portal/list-view';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './review.module.css';
import { type ReviewCounts, usePersons } from './use-review-counts.ts';

/** Each lacks a figure of its own. */
const NEED_FIGURES = [
  'belowPurchasePrice',
  'aboveAvp',
  'aboveUmfeld',
  'belowUmfeld',
  'decimalSlip',
  'newArticle',
  'ownPriceStale',
  'unusualEnding',
  'packSizeInversion',
  'largestEffect',
] as const;

/** What their order means, who has reviewed, and what could not be judged: silence is not approval (rule 14.9). */
export const AboutReview = memo(function AboutReview({
  review: { unjudgedCounts },
  persons,
}: {
  review: Review;
  persons: ReviewCounts['persons'];
}) {
  const { t } = useTranslation('review');
  const names = usePersons(persons);
  const lacking = NEED_FIGURES.filter((reason) => unjudgedCounts[reason] > 0);
  return (
    <Popover width={380} position="bottom-start" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('about')} title={t('about')}>
          <IconInfoCircle aria-hidden size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.about} tabIndex={-1} data-autofocus>
          <p>{t('order.weightLong')}</p>
          <p>{t('order.eurosLong')}</p>
          {names !== '' && <p>{t('mark.persons', { names })}</p>}
          {lacking.length > 0 && (
            <>
              <p>{t('unjudged.text')}</p>
              <ul>
                {lacking.map((reason) => {
                  const count = unjudgedCounts[reason];
                  return <li key={reason}>{t(`unjudged.${reason}`, { count, number: formatCount(count) })}</li>;
                })}
              </ul>
            </>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
});
