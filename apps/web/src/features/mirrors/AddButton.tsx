import { Button } from '@mantine/core';
import type { FoundPharmacy } from '@portal/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './mirrors.module.css';

type Props = { pharmacy: FoundPharmacy; busy: boolean; disabled: boolean; onAdd: () => void };

/** Makes a pharmacy a mirror. It asks first where that removes a price list, which cannot be undone. */
export function AddButton({ pharmacy, busy, disabled, onAdd }: Props) {
  const { t } = useTranslation('mirrors');
  const [asking, setAsking] = useState(false);
  const { name, ownArticles } = pharmacy;
  return (
    <div className={classes.ask}>
      {/* One button in both states, so that it keeps the focus; a double click hits 'Abbrechen'. */}
      <Button
        size="xs"
        variant={asking ? 'filled' : 'light'}
        {...(asking ? { color: 'red.9' } : {})}
        aria-label={asking ? t('add.replaceNamed', { name }) : t('add.buttonNamed', { name })}
        loading={busy}
        disabled={disabled}
        onClick={() => (ownArticles > 0 && !asking ? setAsking(true) : onAdd())}
      >
        {t(asking ? 'add.replace' : 'add.button')}
      </Button>
      {asking && (
        <Button size="xs" variant="default" disabled={disabled} onClick={() => setAsking(false)}>
          {t('cancel')}
        </Button>
      )}
    </div>
  );
}
