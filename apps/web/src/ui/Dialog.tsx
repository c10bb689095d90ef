import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmGuard } from './confirm-guard/use-confirm-guard.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** Created when first opened: a closed Mantine dialog renders twice (ADR 82). Rule 2.31. */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation();
  useReturnFocus(props.opened);
  const [mounted, setMounted] = useState(props.opened);
  if (props.opened && !mounted) setMounted(true);
  // The second click of a double click would close it unread.
  const cross = useConfirmGuard<HTMLButtonElement>({ since: props.opened });
  const outside = useConfirmGuard<HTMLDivElement>({ since: props.opened });
  if (!mounted) return null;
  return (
    <Modal
      // Not one that slides in: its buttons are measured before it has arrived.
      transitionProps={{ transition: 'fade', duration: 200 }}
      {...props}
      closeButtonProps={{ 'aria-label': t('close'), ...props.closeButtonProps, ...cross }}
      overlayProps={{ ...props.overlayProps, ...outside }}
    />
  );
}
