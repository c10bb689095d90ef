import { type Cents, deviationPercent, formatCents, formatDifference, formatPercent } from '@portal/rules';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import * as cells from '../cells/cells.tsx';
import classes from './price-change.module.css';

type Props = {
  was: Cents | null;
  is: Cents | null;
  excluded: boolean;
  /** In place of `was` where the article is new. */
  sold: Cents | null;
};

/** 'alt → neu, ±%' of an article's card. */
export function PriceChange({ was, is, excluded, sold }: Props) {
  const { t } = useTranslation(['review', 'editing']);
  const percent = deviationPercent(is, was);
  const shown = was ?? sold;
  const euros = was !== null && is !== null && formatDifference(is - was);
  return (
    <p className={classes.change}>
      {was !== is && (
        <>
          <span className={classes.was}>{shown === null ? t('moved.new') : formatCents(shown)}</span>
          <IconArrowRight aria-label={t('editing:confirm.becomes')} size={20} />
        </>
      )}
      <strong>{is === null ? (excluded ? cells.NO_PRICE : t('moved.gone')) : `${formatCents(is)} €`}</strong>
      {was === null && sold !== null && <span className={classes.percent}>{t('moved.new')}</span>}
      {percent !== null && (
        <span className={classes.percent}>
          {percent === 0 ? t('cards.same') : `${formatPercent(percent, { sign: true })} (${euros})`}
        </span>
      )}
    </p>
  );
}
