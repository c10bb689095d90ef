import { PRICE_TYPE } from '@portal/rules';
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconInfoCircle } from '@tabler/icons-react';
import { typeTag } from '../src/editing/cells/cells.tsx';
import { StatusTag } from '../src/ui/StatusTag.tsx';
import classes from './gallery.module.css';

export function Tags() {
  return (
    <div className={classes.row}>
      <StatusTag tone="good" icon={IconCheck}>
        Aktiv
      </StatusTag>
      <StatusTag tone="info" icon={IconInfoCircle}>
        Bestellt
      </StatusTag>
      <StatusTag tone="warn" icon={IconClock}>
        Wartet
      </StatusTag>
      <StatusTag tone="bad" icon={IconAlertTriangle}>
        Aufgegeben
      </StatusTag>
      <StatusTag tone="quiet" icon={IconBan}>
        Inaktiv
      </StatusTag>
      {typeTag(PRICE_TYPE.exclusion, 'A', () => 'Ausschluss')}
      {typeTag(PRICE_TYPE.own, 'E', () => 'Eigener Preis')}
      {typeTag(PRICE_TYPE.permanent, 'D', () => 'Dauerpreis')}
    </div>
  );
}
