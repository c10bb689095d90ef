import type { ModalProps } from '@mantine/core';
import { Dialog } from './Dialog.tsx';
import classes from './Sheet.module.css';

/** A dialog from below, for what a narrow screen has no room for. */
export function Sheet(props: ModalProps) {
  return <Dialog {...props} classNames={{ inner: classes.inner, content: classes.content, body: classes.body }} />;
}
