import { ActionIcon } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import { IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useLate } from '../../ui/use-late.ts';

const RemoveMirrorDialog = lazyPart(() => import('./RemoveMirrorDialog.tsx'));

/** The way to the end of a pharmacy's mirroring (rule 8.4). */
export function RemoveMirror({ main, mirror }: { main: Pharmacy; mirror: Pharmacy }) {
  const { t } = useTranslation('mirrors');
  const { mounted, opened, close, opener } = useLate(RemoveMirrorDialog);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        title={t('takeAway')}
        aria-label={t('remove.buttonNamed', { name: mirror.name })}
        {...opener}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      <Suspense>
        {mounted && <RemoveMirrorDialog main={main} mirror={mirror} opened={opened} onClose={close} />}
      </Suspense>
    </>
  );
}
