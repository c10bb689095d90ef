import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './QuickJumpButton.module.css';
import { openQuickJump } from './open-quick-jump.ts';
import { useTranslation } from 'react-i18next';

/** Looks like a search field; opens the quick jump (rule 2.43). */
export function QuickJumpButton({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton className={classes.button} aria-keyshortcuts="Control+K" onClick={openQuickJump}>
      <IconSearch size={16} aria-hidden />
      <span className={classes.label}>{label}</span>
      <kbd className={classes.key}>{t('quickJump.key')}</kbd>
    </UnstyledButton>
  );
}
