import { UnstyledButton } from '@mantine/core';
import { nightText } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './admin-overview.module.css';

type Props = {
  nights: readonly { night: string; at: Date; count: number }[];
  /** '' for none */
  chosen: string;
  onChoose: (night: string) => void;
};

const SHOWN = 6;

/** Rule 15.7. */
export function Nights({ nights, chosen, onChoose }: Props) {
  const { t } = useTranslation('adminOverview');
  const offered = nights.filter(({ night }, index) => index < SHOWN || night === chosen);
  if (offered.length === 0) return null;
  return (
    <div role="group" aria-label={t('packages.nights')} className={classes.nights}>
      {offered.map(({ night, at, count }) => (
        <UnstyledButton
          key={night}
          className={classes.night}
          aria-pressed={night === chosen}
          onClick={() => onChoose(night === chosen ? '' : night)}
        >
          {t('packages.night', { count, formatted: formatCount(count), night: nightText(at) })}
        </UnstyledButton>
      ))}
    </div>
  );
}
