import type { LzdStage } from '@portal/rules';
import { IconEye, IconLock, IconLockOpen, IconPencil, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../ui/StatusTag.tsx';

const STAGE = {
  uploaded: { tone: 'warn', icon: IconLock },
  released: { tone: 'info', icon: IconLockOpen },
  opened: { tone: 'info', icon: IconEye },
  draft: { tone: 'info', icon: IconPencil },
  approved: { tone: 'good', icon: IconRosetteDiscountCheck },
} as const;

export function StageTag({ stage }: { stage: LzdStage }) {
  const { t } = useTranslation('lzdPipeline');
  return <StatusTag {...STAGE[stage]}>{t(`stage.${stage}`)}</StatusTag>;
}
