import { Button } from '@mantine/core';
import type { FoundPharmacy } from '@portal/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './mirrors.module.css';

type Props = { pharmacy: FoundPharmacy; busy: boolean; disabled: boolean; onAdd: () => void };

/** Asks where a price list would be removed for good. */
export function AddButton({ pharmacy, busy, disabled, onAdd }: Props) {
  const { t } = useTranslation('mirrors');
  const [asking, setAsking] = useState(false);
  const { name, ownArticles } = pharmacy;
  return (
    <div className={classes.ask}>
      <Button
        size="xs"
        variant="light"
        aria-label={t('add.buttonNamed', { name })}
        loading={busy && !asking}
        disabled={disabled}
        onClick={() => (ownArticles > 0 ? setAsking(true) : onAdd())}
      >
        {t('add.button')}
      </Button>
      {asking && (
        <ConfirmButtons className={classes.confirm} gap="xs">
          <Button
            size="xs"
            color="red.9"
            aria-label={t('add.replaceNamed', { name })}
            loading={busy}
            disabled={disabled}
            onClick={onAdd}
          >
            {t('add.replace')}
          </Button>
          <Button size="xs" variant="default" disabled={disabled} onClick={() => setAsking(false)}>
            {t('cancel')}
          </Button>
        </ConfirmButtons>
      )}
    </div>
  );
}
