import { Button } from '@mantine/core';
import type { ProductGroup } from '@portal/rules';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AddressParts } from '../../../lib/use-address.ts';
import { isNamed, useOwnPharmacies } from '../several/own-pharmacies.ts';

type Props = {
  /** What is searched and filtered, as an address has it. */
  said: AddressParts;
  group: ProductGroup;
  pharmacyId: string;
};

/** Rule 2.26. */
export function CompareLink({ said, group, pharmacyId }: Props) {
  const { t } = useTranslation('priceList');
  const { mains } = useOwnPharmacies();
  if (mains.length < 2 || !mains.some((pharmacy) => isNamed(pharmacy, pharmacyId))) return null;
  const parts = Object.entries(said).filter(
    (part): part is [string, string] => part[1] !== undefined && part[0] !== 'review',
  );
  return (
    <Button
      variant="default"
      component={Link}
      to={`../../vergleich/${group}?${new URLSearchParams(parts).toString()}`}
      relative="path"
      leftSection={<IconColumns3 aria-hidden size={16} />}
    >
      {t('compare')}
    </Button>
  );
}
