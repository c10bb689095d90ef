import type { Pharmacy } from '@portal/contracts';
import { type PharmacyTag as Tag, pharmacyTag } from '@portal/rules';
import { type Icon, IconCircleCheck, IconCircleOff, IconCircleX, IconEye, IconShoppingCart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusTag, type StatusTone } from '../../ui/StatusTag.tsx';

const LOOK: Record<Tag, { tone: StatusTone; icon: Icon }> = {
  ordered: { tone: 'info', icon: IconShoppingCart },
  demo: { tone: 'warn', icon: IconEye },
  active: { tone: 'good', icon: IconCircleCheck },
  cancelled: { tone: 'bad', icon: IconCircleX },
  inactive: { tone: 'quiet', icon: IconCircleOff },
};

/** 'Bestellt', 'Demo', 'Aktiv', 'Gekündigt' or 'Inaktiv' (rule 2.11). */
export function PharmacyTag({ pharmacy }: { pharmacy: Pick<Pharmacy, 'active' | 'userAccessActivated'> }) {
  const { t } = useTranslation();
  const tag = pharmacyTag(pharmacy.active, pharmacy.userAccessActivated);
  return <StatusTag {...LOOK[tag]}>{t(`pharmacy.tag.${tag}`)}</StatusTag>;
}
