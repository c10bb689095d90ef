import { Alert } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import classes from '../../ui/screen/screen.module.css';
import type { Restored } from '../session/use-session.ts';

export function RestoredNotice({ restored, onClose }: { restored: Restored; onClose: () => void }) {
  const { t } = useTranslation();
  const { count, dropped } = restored;
  return (
    <Alert
      className={classes.notice}
      color={dropped.length > 0 ? 'yellow' : 'teal'}
      role="status"
      icon={<IconRestore aria-hidden />}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onClose}
    >
      {count > 0 && t('restored.kept', { count, number: formatCount(count) })}
      {dropped.length > 0 &&
        ` ${t('restored.dropped', { count: dropped.length, number: formatCount(dropped.length), pzns: dropped.slice(0, 20).join(', ') })}`}
    </Alert>
  );
}
