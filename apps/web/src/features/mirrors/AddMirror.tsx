import { Button } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './mirrors.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const AddMirrorModal = lazyPart(() => import('./AddMirrorModal.tsx'));

/** The way to a new mirror of a main pharmacy; for staff (rule 1.9). */
export function AddMirror({ main }: { main: Pharmacy }) {
  const { t } = useTranslation('mirrors');
  // A new key: an empty search while the former fades out.
  const [visit, setVisit] = useState(0);
  const [opened, setOpened] = useState(false);
  const open = () => {
    setVisit(visit + 1);
    setOpened(true);
  };
  return (
    <div className={classes.add}>
      <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {t('add.open')}
      </Button>
      {visit > 0 && (
        <Suspense>
          <AddMirrorModal key={visit} main={main} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}
