import { Button } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import type { ProductGroup } from '@portal/rules';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PriceListTypes } from '../../../editing/kind/types.ts';
import type { ListEditor } from '../../../editing/state/use-list-editor.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { WaitingOverlay } from '../../../ui/WaitingOverlay.tsx';
import { isNamed, useOwnPharmacies } from './own-pharmacies.ts';

const SeveralDialog = lazyPart(() => import('./SeveralDialog.tsx'));

type Props = { editor: ListEditor<PriceListTypes>; pharmacyId: string; group: ProductGroup };

/** Rule 3.33. */
export function OtherPharmacies({ editor, pharmacyId, group }: Props) {
  const { t } = useTranslation('priceList');
  const { mains } = useOwnPharmacies();
  const [opened, setOpened] = useState(false);
  const here = mains.find((pharmacy) => isNamed(pharmacy, pharmacyId));
  if (!here || mains.length < 2) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBuildingStore aria-hidden size={16} />}
        // only the user knows which price is meant by what is asked
        disabled={editor.session.issues.size > 0 || editor.session.entered.edits.size === 0}
        onClick={() => setOpened(true)}
      >
        {t('otherPharmacies.open')}
      </Button>
      {opened && (
        <Suspense fallback={<WaitingOverlay opened text={t('otherPharmacies.loading')} />}>
          <SeveralDialog editor={editor} here={here} group={group} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
