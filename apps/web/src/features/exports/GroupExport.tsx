import { Button } from '@mantine/core';
import type { ProductGroup } from '@portal/rules';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLate } from '../../ui/use-late.ts';

type Props = {
  productGroup: ProductGroup;
  /** An `ExportDialog` whose code is loaded when it is opened. */
  dialog: (state: { opened: boolean; onClose: () => void }) => ReactNode;
  /** Loads its code. */
  loadAhead: () => void;
};

/** 'Export' of a product group on the dashboard (rules 2.12 and 10.7). */
export function GroupExport({ productGroup, dialog, loadAhead }: Props) {
  const { t } = useTranslation();
  const { mounted, opened, close, opener } = useLate({ loadAhead });
  const name = t('priceLists.named', { name: t(`productGroup.${productGroup}`) });
  return (
    <>
      <Button variant="default" aria-label={t('exports.openNamed', { name })} {...opener}>
        {t('exports.open')}
      </Button>
      <Suspense>{mounted && dialog({ opened, onClose: close })}</Suspense>
    </>
  );
}
