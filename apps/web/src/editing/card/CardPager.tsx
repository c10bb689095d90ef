import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from './card.module.css';

type Props = {
  /** -1: filtered out. */
  at: number;
  count: number;
  onMove: (by: -1 | 1) => void;
};

/** Alt and the arrows lead to the articles before and after. */
export function directionOfKey({ altKey, key }: Pick<KeyboardEvent, 'altKey' | 'key'>): -1 | 0 | 1 {
  if (!altKey) return 0;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

const DIRECTIONS = [
  { by: -1, name: 'previous', keys: 'Alt+ArrowUp', Icon: IconChevronUp },
  { by: 1, name: 'next', keys: 'Alt+ArrowDown', Icon: IconChevronDown },
] as const;

/** The buttons stay, so that the focus does. Rule 14.32. */
export function CardPager({ at, count, onMove }: Props) {
  const { t } = useTranslation('editing');
  if (at < 0) return null;
  return (
    <div className={classes.steps}>
      <span role="status">{t('card.place', { place: formatCount(at + 1), number: formatCount(count) })}</span>
      {DIRECTIONS.map(({ by, name, keys, Icon }) => {
        const isEnd = at + by < 0 || at + by >= count;
        return (
          <ActionIcon
            key={name}
            variant="default"
            aria-label={t(`card.${name}`)}
            title={t(`card.${name}Tip`)}
            aria-keyshortcuts={keys}
            aria-disabled={isEnd}
            data-disabled={isEnd}
            onClick={() => onMove(by)}
          >
            <Icon aria-hidden size={16} />
          </ActionIcon>
        );
      })}
    </div>
  );
}
