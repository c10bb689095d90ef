import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import classes from './import.module.css';

/** Title and count of an outcome, with a button that copies its rows. */
export function OutcomeHead({ title, count, copied }: { title: string; count: number; copied: () => string }) {
  const { t } = useTranslation('priceListImport');
  return (
    <div className={classes.outcomeHead}>
      <h3 className={classes.outcomeTitle}>
        {title} <span className={classes.outcomeCount}>{formatCount(count)}</span>
      </h3>
      <CopyButton value={copied()}>
        {({ copied: done, copy }) => (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={done ? <IconCheck aria-hidden size={14} /> : <IconCopy aria-hidden size={14} />}
            aria-label={t('outcome.copyOf', { title })}
            onClick={copy}
          >
            {done ? t('outcome.copied') : t('outcome.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
