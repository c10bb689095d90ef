import { Button, Tooltip } from '@mantine/core';
import { IconLock, IconPencil } from '@tabler/icons-react';
import { rowOfPzn } from '@portal/list-view';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectPilotAccess } from '../../auth/pharmacy-context-slice.ts';
import { formatCount } from '../../lib/format.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { useStableCallback } from '../../lib/use-stable.ts';
import screen from '../../ui/screen/screen.module.css';
import type { ToolbarFocus } from '../../ui/screen/use-screen-focus.ts';
import type { Kind, KindTypes } from '../kind/kind.ts';
import { MoreTools } from '../parts/MoreTools.tsx';
import type { EditSession, GridState, ListView, ReviewState } from '../state/use-list-editor.ts';

export type ToolbarParts = {
  /** Secondary: behind 'Mehr' in a narrow window. */
  readonly tools?: ReactNode;
  /** In words, why something is not offered. */
  readonly reason?: ReactNode;
  /** 'Abbrechen'; a list that is only read has none. */
  readonly onCancel?: (() => void) | undefined;
  /** Why what is entered cannot be approved yet. */
  readonly lock?: string | undefined;
};
type Props<T extends KindTypes> = ToolbarParts & {
  editor: ListView<T> & GridState<T> & Pick<ReviewState<T>, 'reviewing' | 'review' | 'marked'> & EditSession<T>;
  focus: ToolbarFocus;
  /** What was just done, or a hint, in the room that is left; null where all of the bar is behind 'Mehr'. */
  said: ReactNode;
  /** Opens the price card of a row, which has its inputs where the grid has none. */
  onOpen: ((row: number) => void) | undefined;
};

/** Rules 1.9, 4.10 and 6.10. */
export function Toolbar<T extends KindTypes>(props: Props<T>) {
  const { editor, focus, said, tools, reason, onCancel, onOpen, lock } = props;
  const { t } = useTranslation('editing');
  const context = editor.kind.name;
  const cancel = useStableCallback(() => onCancel?.());
  // A phone keeps its rows: only what goes on stands in the bar.
  const narrow = useMatches('(max-width: 48em)');
  const folds = narrow && said !== null && editor.editing;
  const isFaulty = editor.editing && editor.refused.length > 0;
  const others = (
    <>
      {onCancel && <CancelButton onCancel={cancel} />}
      {editor.editing && editor.kind.confirms === 'approve' && <SaveButton submit={editor.submit} />}
    </>
  );
  return (
    <div
      className={screen.toolbar}
      role="toolbar"
      translate="no"
      {...focus}
      aria-label={t('toolbar.label', { context })}
    >
      {said === null
        ? tools
        : (tools || folds) && (
            <MoreTools>
              {tools}
              {folds && others}
            </MoreTools>
          )}
      {reason}
      {said !== null && <div className={screen.said}>{said}</div>}
      {!folds && others}
      {isFaulty && <ToIssue editor={editor} onOpen={narrow && editor.reviewing ? onOpen : undefined} />}
      {!editor.editing && <EditButton editor={editor} />}
      {editor.editing && !(folds && isFaulty) && (
        <NextButtons
          kind={editor.kind}
          faulty={isFaulty}
          // Going through them is the way on.
          quiet={narrow && editor.cards !== undefined && isReviewOpen(editor)}
          changes={editor.session.entered.edits.size}
          lock={lock}
          dispatch={editor.dispatch}
        />
      )}
    </div>
  );
}

/** Until the list is judged it is likely. */
const isReviewOpen = ({ review, marked }: Pick<ReviewState<KindTypes>, 'review' | 'marked'>) =>
  review === undefined || review.order.length > marked.done;

const CancelButton = memo(function CancelButton({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation('editing');
  return (
    <Button variant="default" onClick={onCancel}>
      {t('cancel')}
    </Button>
  );
});

/** Why nothing can be approved leads to its cell. */
function ToIssue<T extends KindTypes>({
  editor,
  onOpen,
}: Pick<Props<T>, 'editor'> & Partial<Pick<Props<T>, 'onOpen'>>) {
  const { t } = useTranslation('editing');
  const row = rowOfPzn(editor.model, editor.refused[0] ?? '');
  if (row === undefined) return null;
  return (
    <Button variant="light" color="red" onClick={() => (onOpen ? onOpen(row) : editor.goTo(row, 'ownPrice'))}>
      {t('toolbar.toIssue')}
    </Button>
  );
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

const SaveButton = memo(function SaveButton({ submit }: Pick<EditSession<KindTypes>, 'submit'>) {
  const { t } = useTranslation('editing');
  return (
    <Tooltip label={t('toolbar.saveTip')} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" onClick={() => void submit('save')}>
        {t('toolbar.save')}
      </Button>
    </Tooltip>
  );
});

type NextProps = Pick<EditSession<KindTypes>, 'dispatch'> & {
  kind: Pick<Kind<KindTypes>, 'name' | 'confirms'>;
  /** A row cannot be stored as it is. */
  faulty: boolean;
  quiet: boolean;
  /** Rows that were changed. */
  changes: number;
  lock: string | undefined;
};

const NextButtons = memo(function NextButtons({ kind, faulty, quiet, changes, lock, dispatch }: NextProps) {
  const { t } = useTranslation('editing');
  return (
    <Button
      {...(quiet ? { variant: 'default' } : {})}
      disabled={faulty || lock !== undefined || (kind.confirms === 'save' && changes === 0)}
      {...(lock === undefined ? {} : { leftSection: <IconLock aria-hidden size={16} />, title: lock })}
      onClick={() => dispatch({ type: 'checked' })}
    >
      {t('toolbar.proceed', { context: kind.name, number: formatCount(changes) })}
    </Button>
  );
});
