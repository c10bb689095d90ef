import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../src/ui/ConfirmDialog.tsx';
import { WaitingOverlay } from '../src/ui/WaitingOverlay.tsx';
import classes from './gallery.module.css';

const LABELS = { cancelLabel: 'Abbrechen', closeLabel: 'Schließen' };
type Open = 'ask' | 'danger' | 'waiting' | null;

export function Dialogs() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  useEffect(() => {
    if (open !== 'waiting') return undefined;
    const timer = setTimeout(() => setOpen(null), 2000);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <div className={classes.row}>
      <Button variant="default" onClick={() => setOpen('ask')}>
        Rückfrage
      </Button>
      <Button variant="default" onClick={() => setOpen('danger')}>
        Rückfrage vor dem Löschen
      </Button>
      <Button variant="default" onClick={() => setOpen('waiting')}>
        Warten (2 Sekunden)
      </Button>
      <ConfirmDialog
        opened={open === 'ask'}
        title="Preise freigeben?"
        confirmLabel="Freigeben"
        onConfirm={close}
        onClose={close}
        {...LABELS}
      >
        Die Preise gehen an die Kasse.
      </ConfirmDialog>
      <ConfirmDialog
        danger
        opened={open === 'danger'}
        title="Update löschen?"
        confirmLabel="Löschen"
        failure="Das Update wurde inzwischen freigegeben."
        onConfirm={close}
        onClose={close}
        {...LABELS}
      >
        Das Update lässt sich danach nicht wiederherstellen.
      </ConfirmDialog>
      <WaitingOverlay opened={open === 'waiting'} text="Die Preise werden gespeichert …" />
    </div>
  );
}
