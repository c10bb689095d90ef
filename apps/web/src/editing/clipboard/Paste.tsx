import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WaitingOverlay } from '../../ui/WaitingOverlay.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';
import type { Clipboard } from './use-clipboard.ts';

const PasteDialog = lazyPart(() => import('./PasteDialog.tsx'));

/** The look at a paste, where there is one. */
export function Paste<T extends KindTypes>({ editor, clipboard }: { editor: ListEditor<T>; clipboard: Clipboard }) {
  const { t } = useTranslation('editing');
  const { pasting } = clipboard;
  if (!pasting) return null;
  return (
    <Suspense fallback={<WaitingOverlay opened text={t('undo.loading')} />}>
      {/* a lazy part is not generic */}
      <PasteDialog editor={editor as unknown as ListEditor<KindTypes>} clipboard={clipboard} pasting={pasting} />
    </Suspense>
  );
}
