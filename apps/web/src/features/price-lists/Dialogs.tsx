import { Button, Group, Modal } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from '../../ui/screen/screen.module.css';

/** Asks before edits are thrown away; the buttons name what they do. */
export function DiscardDialog(props: { opened: boolean; count: number; onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation('priceList');
  const { opened, count, onKeep, onDiscard } = props;
  return (
    <Modal opened={opened} onClose={onKeep} title={t('discard.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <p className={classes.dialogText}>{t('discard.text', { count, number: formatCount(count) })}</p>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onKeep}>
          {t('discard.keep')}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t('discard.discard', { count, number: formatCount(count) })}
        </Button>
      </Group>
    </Modal>
  );
}

/** The result of a save (rule 4.10); `panel` stands below the text. */
export function SavedDialog(props: {
  opened: boolean;
  panel: ReactNode;
  /** Products whose price or type is another one now. */
  changed: number;
  /** Rows that were left out, since their price can be read in two ways. */
  asked: number;
  onClose: () => void;
}) {
  const { t } = useTranslation('priceList');
  const { opened, panel, changed, asked, onClose } = props;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      title={
        <span className={classes.savedTitle}>
          <IconCircleCheck aria-hidden size={20} />
          {t('saved.title')}
        </span>
      }
    >
      <p className={classes.dialogText}>{t('saved.text')}</p>
      {changed === 0 && <p className={classes.dialogText}>{t('saved.nothingChanged')}</p>}
      {asked > 0 && (
        <p className={classes.dialogText}>{t('saved.asked', { count: asked, number: formatCount(asked) })}</p>
      )}
      {panel && <div className={classes.dialogPanel}>{panel}</div>}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      </Group>
    </Modal>
  );
}
