import { Button } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';
import screen from '../../ui/screen/screen.module.css';

/** Buttons that stand in the bar from 1024 px on, and behind 'Mehr' in narrower windows. */
export function MoreTools({ children }: { children: ReactNode }) {
  const { t } = useTranslation('editing');
  const folded = useMatches('(max-width: 63.99em)');
  const [opened, setOpened] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    const onPress = ({ target }: PointerEvent) => {
      const inside =
        target instanceof Element && (whole.current?.contains(target) || target.closest('[role]') !== null);
      if (!inside) setOpened(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [opened]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    event.stopPropagation();
    setOpened(false);
    button.current?.focus({ preventScroll: true });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of what is inside
    <div ref={whole} className={screen.more} onKeyDown={onKeyDown}>
      {folded && (
        <Button
          ref={button}
          variant="default"
          rightSection={<IconChevronUp aria-hidden size={14} />}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          {t('toolbar.more')}
        </Button>
      )}
      <div id={id} className={screen.morePanel} data-folded={folded || undefined} data-opened={opened || undefined}>
        {children}
      </div>
    </div>
  );
}
