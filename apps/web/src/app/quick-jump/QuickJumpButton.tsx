import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './QuickJumpButton.module.css';
import { openQuickJump } from './open-quick-jump.ts';
import { useTranslation } from 'react-i18next';

/** Looks like a search field; opens the quick jump by a click and by what is typed (rule 2.43). */
export function QuickJumpButton({ label }: { label: string }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A finger cannot type without a tap; and nobody is called back from elsewhere.
    const isFree = document.activeElement === document.body && window.scrollY === 0;
    if (isFree && !window.matchMedia('(pointer: coarse)').matches) button.current?.focus({ preventScroll: true });
  }, []);
  /** Until the field is there and takes the focus. */
  const isTyping = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // a first space presses the button
    if (key.length !== 1 || (key === ' ' && !isTyping.current) || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    isTyping.current = true;
    openQuickJump(key);
  };
  return (
    <UnstyledButton
      ref={button}
      className={classes.button}
      aria-keyshortcuts="Control+K"
      onClick={() => openQuickJump()}
      onKeyDown={onKeyDown}
      onBlur={() => {
        isTyping.current = false;
      }}
    >
      <IconSearch size={16} aria-hidden />
      <span className={classes.label}>{label}</span>
      <kbd className={classes.key}>{t('quickJump.key')}</kbd>
    </UnstyledButton>
  );
}
