import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFileImport, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { formatCount } from '../../lib/format.ts';
import { refusedPzns } from '../../editing/session/held-edit.ts';
import { AskedNote } from '../../editing/AskedNote.tsx';
import classes from '../../ui/screen/screen.module.css';
import type { ToolbarFocus } from '../../ui/screen/use-screen-focus.ts';
import type { EditSession } from './edit-session.ts';

type Props = {
  session: EditSession;
  focus: ToolbarFocus;
  editable: boolean;
  /** What leaves the list; not offered while it is edited. */
  downloads: ReactNode;
  onEdit: () => void;
  onImport: () => void;
  onCheck: () => void;
  onCancel: () => void;
};

/** The buttons below the list: edit, import, check, cancel (rule 4.10). */
export function EditToolbar(props: Props) {
  const { session, focus, editable, downloads, onEdit, onImport, onCheck, onCancel } = props;
  const { t } = useTranslation('priceList');
  // without it the notice above the list says why nothing can be edited
  const pilotAccess = useSelector(selectPilotAccess);
  const editing = session.step.name !== 'reading';
  const { size: changes } = session.edits;
  const refused = refusedPzns(session.faults);
  const faults = refused.length;
  return (
    <div className={classes.toolbar} role="toolbar" {...focus} aria-label={t('toolbar.label')}>
      <p className={classes.state} role="status">
        {editing && faults > 0 && (
          <span className={classes.faults}>
            <IconAlertTriangle aria-hidden size={16} />
            {t('toolbar.faults', { count: faults, pzns: refused.slice(0, 3).join(', ') })}
          </span>
        )}
        {editing && faults === 0 && t('toolbar.changes', { count: changes, number: formatCount(changes) })}
        {editing && <AskedNote faults={session.faults} />}
      </p>
      {editing ? (
        <>
          <Button variant="default" leftSection={<IconFileImport aria-hidden size={16} />} onClick={onImport}>
            {t('toolbar.import')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button disabled={changes === 0 || faults > 0} onClick={onCheck}>
            {t('toolbar.check', { number: formatCount(changes) })}
          </Button>
        </>
      ) : (
        <>
          {downloads}
          {pilotAccess && (
            <Button leftSection={<IconPencil aria-hidden size={16} />} disabled={!editable} onClick={onEdit}>
              {t('toolbar.edit')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
