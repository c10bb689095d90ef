import { UnstyledButton } from '@mantine/core';
import { deadlineText } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './admin-overview.module.css';
import type { Night } from './package-rows.ts';

type Props = {
  nights: readonly Night[];
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
      {offered.map(({ night, kind, at, count }) => (
        <UnstyledButton
          key={night}
          className={classes.night}
          aria-pressed={night === chosen}
          onClick={() => onChoose(night === chosen ? '' : night)}
        >
          {t('packages.night', { count, formatted: formatCount(count), night: deadlineText(kind, at) })}
        </UnstyledButton>
      ))}
    </div>
  );
}
