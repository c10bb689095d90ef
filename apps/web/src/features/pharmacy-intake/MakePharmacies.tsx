import { Button, Group } from '@mantine/core';
import { IconFileUpload, IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';

const DIALOGS = {
  create: lazyPart(() => import('./CreatePharmacyDialog.tsx')),
  file: lazyPart(() => import('./PharmacyFileDialog.tsx')),
} as const;
type Name = keyof typeof DIALOGS;

/** How administrators put in pharmacies without the customer centre (rule 23.13). */
export function MakePharmacies() {
  const { t } = useTranslation('pharmacyIntake');
  // A new key: an empty form while the former fades out.
  const [shown, setShown] = useState<{ name: Name; visit: number }>();
  const [opened, setOpened] = useState(false);
  const open = (name: Name) => {
    setShown({ name, visit: (shown?.visit ?? 0) + 1 });
    setOpened(true);
  };
  const Dialog = shown && DIALOGS[shown.name];
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => open('create')}
      >
        {t('create.open')}
      </Button>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconFileUpload size={16} aria-hidden />}
        onClick={() => open('file')}
      >
        {t('file.open')}
      </Button>
      {Dialog && (
        <Suspense>
          <Dialog key={shown.visit} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </Group>
  );
}
