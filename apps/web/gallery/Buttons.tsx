import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import classes from './gallery.module.css';

export function Buttons() {
  return (
    <div className={classes.row}>
      <Button>Preise freigeben</Button>
      <Button leftSection={<IconDeviceFloppy aria-hidden size={16} />}>Speichern</Button>
      <Button variant="default">Abbrechen</Button>
      <Button variant="light">Erneut zustellen</Button>
      <Button variant="subtle">Mehr</Button>
      <Button color="red.9">Löschen</Button>
      <Button disabled>Gesperrt</Button>
      <Button loading>Wird gespeichert</Button>
      <Button size="compact-sm" variant="default">
        Protokoll
      </Button>
    </div>
  );
}
