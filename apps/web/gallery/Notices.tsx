import { Alert, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { LoadFailure } from '../src/ui/LoadFailure.tsx';
import { MessagePage } from '../src/ui/MessagePage.tsx';
import classes from './gallery.module.css';

export function Notices() {
  const notify = (color: string, message: string) =>
    notifications.show({ color, message, closeButtonProps: { 'aria-label': 'Schließen' } });
  return (
    <div className={classes.stack}>
      <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
        Für OTC ist schon eine LZD offen. Sie wird durch diese ersetzt.
      </Alert>
      <Alert color="teal" title="Wiederhergestellt" icon={<IconInfoCircle aria-hidden />}>
        Drei Änderungen sind wieder da.
      </Alert>
      <Alert color="yellow" title="Mehrdeutige Preise" icon={<IconAlertTriangle aria-hidden />}>
        Zwei Preise lassen sich auf zwei Arten lesen.
      </Alert>
      <LoadFailure
        title="Die Preisliste konnte nicht geladen werden"
        message="Der Server antwortet nicht."
        retryLabel="Erneut versuchen"
        onRetry={() => undefined}
      />
      <div className={classes.row}>
        <Button variant="default" onClick={() => notify('teal', 'Die Preise sind gespeichert.')}>
          Meldung
        </Button>
        <Button variant="default" onClick={() => notify('red', 'Das Speichern ist gescheitert.')}>
          Fehlermeldung
        </Button>
      </div>
      <MessagePage code="404" title="Diese Seite gibt es nicht" text="Die Adresse ist vielleicht veraltet." />
    </div>
  );
}
