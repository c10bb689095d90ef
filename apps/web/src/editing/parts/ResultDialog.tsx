import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable.ts';
import screen from '../../ui/screen/screen.module.css';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { useEscapeGuard } from '../../ui/confirm-guard/use-escape-guard.ts';

type Props = {
  title: string;
  /** Before the first text. */
  lead?: string;
  /** Shown one below the other; those that do not apply are left out. */
  texts: readonly (string | false)[];
  /** What comes next, below the texts; closing is then the quiet way. */
  panel?: ReactNode;
  /** A second button before the closing one; one that stays on the page is also Escape. */
  other?: { label: string; onClick: () => void; stays?: boolean };
  closeLabel?: string;
  onClose: () => void;
};

/** Pixels: the till's form without scrolling. */
const PANEL_WIDTH = 780;

/** The result of a save or an approval (rules 4.10 and 6.17). */
export function ResultDialog({ title, lead, texts, panel, other, closeLabel, onClose }: Props) {
  const { t } = useTranslation('editing');
  const mayEscape = useEscapeGuard();
  const stays = other?.stays === true;
  const stay = useStableCallback((event: KeyboardEvent) => {
    if (event.key === 'Escape' && mayEscape) other?.onClick();
  });
  useEffect(() => {
    if (!stays) return undefined;
    document.addEventListener('keydown', stay);
    return () => document.removeEventListener('keydown', stay);
  }, [stays, stay]);
  return (
    <Dialog
      opened
      onClose={onClose}
      {...(panel ? { size: PANEL_WIDTH } : {})}
      closeOnEscape={mayEscape && !stays}
      closeOnClickOutside={!stays}
      title={
        <span className={screen.savedTitle}>
          <IconCircleCheck aria-hidden size={20} />
          {title}
        </span>
      }
    >
      {texts.map(
        (text, at) =>
          text !== false && (
            <p key={text} className={screen.dialogText} data-quiet={panel ? true : undefined}>
              {at === 0 && lead && <span className={screen.lead}>{lead}</span>}
              {text}
            </p>
          ),
      )}
      {panel && <div className={screen.dialogPanel}>{panel}</div>}
      <ConfirmButtons>
        {other && (
          <Button variant="default" onClick={other.onClick}>
            {other.label}
          </Button>
        )}
        <Button data-autofocus variant={panel ? 'default' : 'filled'} onClick={onClose}>
          {closeLabel ?? t('close')}
        </Button>
      </ConfirmButtons>
    </Dialog>
  );
}
