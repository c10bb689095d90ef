import { Button } from '@mantine/core';
import { IconLayoutSidebarRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Dock } from './use-dock.ts';

/** Opens and closes the docked card; none where it does not fit. */
export function CardToggle({ dock: { fits, opened, choose } }: { dock: Dock }) {
  const { t } = useTranslation('editing');
  if (!fits) return null;
  return (
    <Button
      variant="default"
      px="xs"
      aria-label={t('card.toggle')}
      aria-pressed={opened}
      title={t('card.toggleTip')}
      leftSection={<IconLayoutSidebarRight aria-hidden size={16} />}
      onClick={() => choose(!opened)}
    >
      {t('card.toggleShort')}
    </Button>
  );
}
