import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Dock } from './use-dock.ts';

/** Opens and closes the docked card; none where it does not fit. */
export function CardToggle({ dock: { fits, opened, choose } }: { dock: Dock }) {
  const { t } = useTranslation('editing');
  if (!fits) return null;
  return (
    <Switch
      size="sm"
      label={t('card.toggle')}
      title={t('card.toggleTip')}
      checked={opened}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}
