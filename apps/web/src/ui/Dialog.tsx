import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './use-return-focus.ts';

/** A dialog above the page; its closing button is named, and the focus goes back to where it was. */
export function Dialog(props: ModalProps) {
  const { t } = useTranslation();
  useReturnFocus(props.opened);
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('close'), ...props.closeButtonProps }} />;
}
