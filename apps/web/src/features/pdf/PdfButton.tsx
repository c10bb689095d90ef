import { Button } from '@mantine/core';
import type { PdfBody } from '@portal/contracts';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type PdfTarget, usePdf } from './use-pdf.ts';

type Props = {
  target: PdfTarget;
  /** Rows to print; none cannot be. */
  count: number;
  /** What the first says when it prints more than is on screen. */
  tip?: string;
  /** Asked when the button is pressed. */
  bodyOf: () => PdfBody;
};

/** 'PDF': the rows on screen in a new window (rule 10.11). */
export function PdfButton({ target, count, tip, bodyOf }: Props) {
  const { t } = useTranslation();
  const { print, waiting } = usePdf(target);
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf aria-hidden size={16} />}
      title={tip ?? t('pdf.tip')}
      disabled={count === 0}
      loading={waiting}
      onClick={() => void print(bodyOf())}
    >
      {t('pdf.button')}
    </Button>
  );
}
