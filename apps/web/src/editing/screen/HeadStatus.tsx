import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useMatches } from '../../lib/use-matches.ts';
import { Info } from '../../ui/info/Info.tsx';
import { InHead } from '../../ui/screen/head-slot.tsx';
import screen from '../../ui/screen/screen.module.css';
import { QuestionsNote } from '../parts/QuestionsNote.tsx';
import { ignoredPricesText } from '../state/ignored-prices.ts';
import type { KindTypes } from '../kind/kind.ts';
import { WorthOnScreen } from '../review/Worth.tsx';
import { UndoEntries } from '../undo/UndoEntries.tsx';
import type { EditSession, GridState, ListEditor, ListView, ReviewState } from '../state/use-list-editor.ts';

type Props<T extends KindTypes> = {
  editor: ListEditor<T>;
  /** Who has saved the stored drafts; empty where that is not known. */
  draftsBy: string;
  /** What speaks against the list as a whole. */
  doubts: ReactNode;
};

/** Undo, edits, drafts and what all is worth, in the title line: no edit moves a row. */
export function HeadStatus<T extends KindTypes>({ editor, draftsBy, doubts }: Props<T>) {
  return (
    <InHead>
      {editor.editing && (
        <>
          <UndoEntries editor={editor} />
          <div className={screen.state} role="status">
            <State editor={editor} />
            {draftsBy && editor.refused.length === 0 && editor.session.entered.edits.size > 0 && (
              <DraftsBy draftsBy={draftsBy} />
            )}
          </div>
        </>
      )}
      {doubts}
      {editor.isReviewed && <Effects editor={editor.steady} />}
    </InHead>
  );
}

/** Behind a sign where the line has no room for it. */
function DraftsBy({ draftsBy }: { draftsBy: string }) {
  const { t } = useTranslation('editing');
  const narrow = useMatches('(max-width: 85.3em)');
  if (!narrow) return <span> · {draftsBy}</span>;
  return (
    <>
      {' '}
      <Info label={t('toolbar.draftsBy')} className={screen.draftsBy}>
        <p>{draftsBy}</p>
      </Info>
    </>
  );
}

type EffectsProps<T extends KindTypes> = { editor: ListView<T> & GridState<T> & ReviewState<T> };

const Effects = memo(EffectsOf) as typeof EffectsOf;

function EffectsOf<T extends KindTypes>({ editor }: EffectsProps<T>) {
  const { ready } = useTranslation('review', { useSuspense: false });
  const { review } = editor;
  if (!ready || !review) return null;
  return <WorthOnScreen editor={editor} review={review} />;
}

function State<T extends KindTypes>({ editor }: { editor: ListView<T> & EditSession<T> }) {
  const { t } = useTranslation('editing');
  const { kind, model, session, refused, ignored, unsaved } = editor;
  const { size: count } = session.entered.edits;
  return (
    <>
      {refused.length > 0 ? (
        <span className={screen.issues}>
          <IconAlertTriangle aria-hidden size={16} />
          {t('toolbar.issues', { count: refused.length })}
        </span>
      ) : (
        count > 0 && t('toolbar.changes', { context: kind.name, count, number: formatCount(count) })
      )}
      {refused.length === 0 && kind.confirms === 'approve' && count > 0 && ` · ${savedText(editor, unsaved, t)}`}
      {ignored.length > 0 && <span> {ignoredPricesText(ignored, model.columns.name, t)}</span>}
      <QuestionsNote issues={session.issues} />
    </>
  );
}

function savedText(
  { storedCount, unsavedCount }: Pick<EditSession<KindTypes>, 'storedCount' | 'unsavedCount'>,
  unsaved: boolean,
  t: TFunction<'editing'>,
): string {
  if (!unsaved) return t('toolbar.saved');
  if (storedCount === 0 || unsavedCount === 0) return t('toolbar.unsaved');
  return t('toolbar.apart', { stored: formatCount(storedCount), unsaved: formatCount(unsavedCount) });
}
