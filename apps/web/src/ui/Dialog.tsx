import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmGuard } from './confirm-guard/use-confirm-guard.ts';
import { useReturnFocus } from './use-return-focus.ts';

/**
 * A dialog above the page; its closing button is named, and the focus goes back to where it was. It is made when it is first opened: Mantine draws one that
 * waits, closed, twice (ADR 82). It stays mounted then, so that it may fade out (rule 2.31).
 */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation();
  useReturnFocus(props.opened);
  const [asked, setAsked] = useState(props.opened);
  if (props.opened && !asked) setAsked(true);
  // The second click of a double click would close it unread.
  const cross = useConfirmGuard<HTMLButtonElement>({ since: props.opened });
  const outside = useConfirmGuard<HTMLDivElement>({ since: props.opened });
  if (!asked) return null;
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
