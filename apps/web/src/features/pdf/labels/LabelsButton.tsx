import { Button } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useLate } from '../../../ui/use-late.ts';
import type { LabelSource } from './LabelsDialog.tsx';

const LabelsDialog = lazyPart(() => import('./LabelsDialog.tsx'));

type Props = {
  pharmacyId: string;
  token: string;
  /** Beside the open labels; asked when the dialog opens. */
  sources?: readonly LabelSource[];
  text?: string;
  onMarked?: () => void;
};

/** Rule 16.8. */
export function LabelsButton({ text, ...props }: Props) {
  const { t } = useTranslation();
  const { opened, close, opener } = useLate(LabelsDialog);
  return (
    <>
      <Button variant="default" leftSection={<IconTags aria-hidden size={16} />} {...opener}>
        {text ?? t('labels.button')}
      </Button>
      <Suspense>{opened && <LabelsDialog {...props} onClose={close} />}</Suspense>
    </>
  );
}
