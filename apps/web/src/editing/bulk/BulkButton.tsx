import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WaitingOverlay } from '../../ui/WaitingOverlay.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';

const BulkDialog = lazyPart(() => import('./BulkDialog.tsx'));

type Props<T extends KindTypes> = { editor: ListEditor<T> };

type ButtonProps = {
  /** The figures that the rule rests on are there. */
  ready: boolean;
  onOpen: () => void;
};

/** Opens the rule for many prices; shown where a list can be edited. */
export function BulkButton({ ready, onOpen }: ButtonProps) {
  const { t } = useTranslation('editing');
  return (
    <Button
      variant="default"
      px="xs"
      leftSection={<IconCalculator aria-hidden size={16} />}
      aria-label={t('bulk.open')}
      title={t('bulk.open')}
      disabled={!ready}
      onClick={onOpen}
    >
      {t('bulk.button')}
    </Button>
  );
}

/** The rule itself. */
export function BulkRuleDialog<T extends KindTypes>({ editor }: Props<T>) {
  const { t } = useTranslation('editing');
  const { review, bulk } = editor;
  if (!bulk.opened || !review) return null;
  return (
    <Suspense fallback={<WaitingOverlay opened text={t('bulk.loading')} />}>
      <BulkDialog
        // a lazy part is not generic
        editor={editor as unknown as ListEditor<KindTypes>}
        review={review}
        onClose={() => bulk.setOpened(false)}
      />
    </Suspense>
  );
}
