import { ActionIcon } from '@mantine/core';
import type { TillEntry } from '@portal/contracts';
import { IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useLate } from '../../../ui/use-late.ts';

const RemoveTillDialog = lazyPart(() => import('./RemoveTillDialog.tsx'));

/** The way to forget a till that is not used any more (rule 22.7). */
export function RemoveTill({ till, name }: { till: TillEntry; name: string }) {
  const { t } = useTranslation();
  const { mounted, opened, close, opener } = useLate(RemoveTillDialog);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        title={t('till.remove.button')}
        aria-label={t('till.remove.buttonNamed', { name })}
        {...opener}
      >
        <IconTrash size={17} stroke={1.7} aria-hidden />
      </ActionIcon>
      <Suspense>
        {mounted && <RemoveTillDialog account={till.account} name={name} opened={opened} onClose={close} />}
      </Suspense>
    </>
  );
}
