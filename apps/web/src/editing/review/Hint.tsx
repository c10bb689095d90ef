import { UnstyledButton } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredToggles } from '../../lib/use-stored-toggles.ts';
import classes from './review.module.css';

const HINTS = { way: 'showHintWay', card: 'showHintCard' } as const;
type HintName = keyof typeof HINTS;
const NAMES = Object.values(HINTS);
const NONE_OFF: ReadonlySet<string> = new Set();

/** Closed for good per browser (rule 14.38). */
export function Hint({ of }: { of: readonly HintName[] }) {
  const { t } = useTranslation('review');
  const [shown, toggle] = useStoredToggles(NAMES, NONE_OFF);
  const [name] = useState(() => of.find((each) => shown[HINTS[each]]));
  if (!name || !shown[HINTS[name]]) return null;
  return (
    <div className={classes.hint} role="group" aria-label={t('hint.label')}>
      <IconBulb size={16} aria-hidden />
      <span>{t(`hint.${name}`)}</span>
      <UnstyledButton className={classes.hintClose} onClick={() => toggle(HINTS[name], false)}>
        {t('hint.close')}
      </UnstyledButton>
    </div>
  );
}
