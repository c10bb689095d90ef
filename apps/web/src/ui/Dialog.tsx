import { Modal, type ModalProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './use-return-focus.ts';

/**
 * A dialog above the page; its closing button is named, and the focus goes back to where it was. It is made when it is first opened: Mantine draws one that
 * waits, closed, twice (ADR 82). It stays mounted then, so that it may fade out.
 */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation();
  useReturnFocus(props.opened);
  const [asked, setAsked] = useState(props.opened);
  if (props.opened && !asked) setAsked(true);
  if (!asked) return null;
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('close'), ...props.closeButtonProps }} />;
}
