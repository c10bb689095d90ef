import { Button } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import screen from '../../ui/screen/screen.module.css';
import type { KindName, KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';

/** Asks before what was entered is thrown away; the buttons name what they do. */
export const DiscardDialog = memo(Discard, (before, { editor }) => !before.editor.leaving.asks && !editor.leaving.asks);

type Props = { editor: Pick<ListEditor<KindTypes>, 'leaving' | 'unsavedCount'> & { kind: { name: KindName } } };

function Discard({ editor }: Props) {
  const { t } = useTranslation('editing');
  const { leaving, kind, unsavedCount: count } = editor;
  const counts = { context: kind.name, count, number: formatCount(count) };
  return (
    <Dialog
      opened={leaving.asks}
      onClose={leaving.keep}
      title={t(leaving.store ? 'discard.storeTitle' : 'discard.title')}
    >
      <p className={screen.dialogText}>{t('discard.text', counts)}</p>
      <ConfirmButtons since={leaving.asks}>
        <Button variant="default" data-autofocus onClick={leaving.keep}>
          {t('discard.keep')}
        </Button>
        <Button {...(leaving.store ? { variant: 'default' } : {})} color="red" onClick={leaving.discard}>
          {t('discard.discard', counts)}
        </Button>
        {leaving.store && <Button onClick={() => void leaving.store?.()}>{t('discard.store')}</Button>}
      </ConfirmButtons>
    </Dialog>
  );
}
