import { Button, Group, Modal } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import screen from '../../ui/screen/screen.module.css';
import classes from './update.module.css';

type Props = {
  title: string;
  text: string;
  /** A second sentence. */
  note?: string;
  /** Below the text, e.g. the download for the till. */
  panel?: ReactNode;
  /** A second button before the closing one. */
  other?: { label: string; onClick: () => void };
  closeLabel?: string;
  onClose: () => void;
};

/** What came of a step (rule 6.17). */
export function ResultDialog({ title, text, note, panel, other, closeLabel, onClose }: Props) {
  const { t } = useTranslation('priceUpdate');
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={
        <span className={screen.savedTitle}>
          <IconCircleCheck aria-hidden size={20} />
          {title}
        </span>
      }
    >
      <p className={screen.dialogText}>{text}</p>
      {note !== undefined && <p className={screen.dialogText}>{note}</p>}
      {panel && <div className={classes.panel}>{panel}</div>}
      <Group justify="flex-end">
        {other && (
          <Button variant="default" onClick={other.onClick}>
            {other.label}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {closeLabel ?? t('close')}
        </Button>
      </Group>
    </Modal>
  );
}
