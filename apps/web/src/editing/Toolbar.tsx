import { Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconPencil } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectPilotAccess } from '../auth/pharmacy-context-slice.ts';
import { formatCount } from '../lib/format.ts';
import { useStableCallback } from '../lib/use-stable.ts';
import screen from '../ui/screen/screen.module.css';
import type { ToolbarFocus } from '../ui/screen/use-screen-focus.ts';
import { AskedNote } from './AskedNote.tsx';
import { ignoredPricesText } from './ignored-prices.ts';
import type { Kind, KindTypes } from './kind.ts';
import { Steps } from './steps/Steps.tsx';
import type { EditSession, ListView } from './use-list-editor.ts';

export type ToolbarParts = {
  /** Before the buttons that every list has. */
  readonly tools?: ReactNode;
  /** Between 'Abbrechen' and the buttons that go on. */
  readonly steps?: ReactNode;
  /** 'Abbrechen'; a list that is only read has none. */
  readonly onCancel?: (() => void) | undefined;
  /** Who has saved the stored drafts; empty where that is not known. */
  readonly draftsBy?: string;
  /** Why what is entered cannot be approved yet. */
  readonly lock?: string | undefined;
};
type Props<T extends KindTypes> = ToolbarParts & { editor: ListView<T> & EditSession<T>; focus: ToolbarFocus };

/** Rules 1.9, 4.10 and 6.10. */
export function Toolbar<T extends KindTypes>({ editor, focus, tools, steps, onCancel, draftsBy, lock }: Props<T>) {
  const { t } = useTranslation('editing');
  const context = editor.kind.name;
  const cancel = useStableCallback(() => onCancel?.());
  return (
    <div
      className={screen.toolbar}
      role="toolbar"
      translate="no"
      {...focus}
      aria-label={t('toolbar.label', { context })}
    >
      <p className={screen.state} role="status">
        {editor.editing && <State editor={editor} />}
      </p>
      {editor.editing && draftsBy && <p className={screen.draftsBy}>{draftsBy}</p>}
      <Steps editor={editor} />
      {tools}
      {onCancel && <CancelButton onCancel={cancel} />}
      {steps}
      {editor.editing ? (
        <NextButtons
          kind={editor.kind}
          faulty={editor.refused.length > 0}
          changes={editor.session.entered.edits.size}
          lock={lock}
          submit={editor.submit}
          dispatch={editor.dispatch}
        />
      ) : (
        <EditButton editor={editor} />
      )}
    </div>
  );
}

const CancelButton = memo(function CancelButton({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('editing');
  return (
    <Button variant="default" onClick={onCancel}>
      {t('cancel')}
    </Button>
  );
});

function State<T extends KindTypes>({ editor }: { editor: ListView<T> & EditSession<T> }) {
  const { t } = useTranslation('editing');
  const { kind, model, session, refused, ignored, unsaved } = editor;
  const { size: count } = session.entered.edits;
  return (
    <>
      {refused.length > 0 ? (
        <span className={screen.issues}>
          <IconAlertTriangle aria-hidden size={16} />
          {t('toolbar.issues', { count: refused.length, pzns: refused.slice(0, 3).join(', ') })}
        </span>
      ) : (
        t('toolbar.changes', { context: kind.name, count, number: formatCount(count) })
      )}
      {refused.length === 0 && kind.confirms === 'approve' && unsaved && ` (${unsavedText(editor, t)})`}
      {ignored.length > 0 && <span> {ignoredPricesText(ignored, model.columns.name, t)}</span>}
      <AskedNote issues={session.issues} />
    </>
  );
}

function unsavedText(
  { storedCount, unsavedCount }: Pick<EditSession<KindTypes>, 'storedCount' | 'unsavedCount'>,
  t: TFunction<'editing'>,
): string {
  if (storedCount === 0 || unsavedCount === 0) return t('toolbar.unsaved');
  return t('toolbar.apart', { stored: formatCount(storedCount), unsaved: formatCount(unsavedCount) });
}

/** None without access to the pilot. */
function EditButton<T extends KindTypes>({ editor }: { editor: ListView<T> & EditSession<T> }) {
  const { t } = useTranslation('editing');
  const pilotAccess = useSelector(selectPilotAccess);
  if (editor.kind.opens === 'editing' || !pilotAccess) return null;
  return (
    <Button
      leftSection={<IconPencil aria-hidden size={16} />}
      disabled={!editor.editable}
      onClick={editor.startEditing}
    >
      {t('toolbar.edit')}
    </Button>
  );
}

type NextProps = Pick<EditSession<KindTypes>, 'submit' | 'dispatch'> & {
  kind: Pick<Kind<KindTypes>, 'name' | 'confirms'>;
  /** A row cannot be stored as it is. */
  faulty: boolean;
  /** Rows that were changed. */
  changes: number;
  lock: string | undefined;
};

const NextButtons = memo(function NextButtons({ kind, faulty, changes, lock, submit, dispatch }: NextProps) {
  const { t } = useTranslation('editing');
  return (
    <>
      {kind.confirms === 'approve' && (
        <Tooltip label={t('toolbar.saveTip')} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
          <Button variant="default" disabled={faulty} onClick={() => void submit('save')}>
            {t('toolbar.save')}
          </Button>
        </Tooltip>
      )}
      <Button
        disabled={faulty || lock !== undefined || (kind.confirms === 'save' && changes === 0)}
        {...(lock === undefined ? {} : { leftSection: <IconLock aria-hidden size={16} />, title: lock })}
        onClick={() => dispatch({ type: 'checked' })}
      >
        {t('toolbar.check', { context: kind.name, number: formatCount(changes) })}
      </Button>
    </>
  );
});
