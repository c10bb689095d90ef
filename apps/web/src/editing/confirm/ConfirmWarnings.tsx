import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import type { KindName } from '../kind/kind.ts';
import classes from './confirm.module.css';
import type { ConfirmChoice, ConfirmChoiceName } from './confirm-choices.ts';

type Props = {
  kind: KindName;
  choices: readonly ConfirmChoice[];
  onChoose: (name: ConfirmChoiceName) => void;
};

const WARNED_OF = ['jumps', 'belowAep', 'breaking', 'open'] as const;

/** What to look at twice, in one line that leads to the rows (rules 3.15, 12.6 and 14.42). */
export function ConfirmWarnings({ kind: context, choices, onChoose }: Props) {
  const { t } = useTranslation('editing');
  const warnings = WARNED_OF.flatMap((name) => {
    const count = choices.find((choice) => choice.name === name)?.rows.length ?? 0;
    return count > 0 ? [{ name, text: t(`confirm.warning.${name}`, { count, number: formatCount(count) }) }] : [];
  });
  if (warnings.length === 0) return null;
  return (
    <div className={classes.warnings} role="group" aria-label={t('confirm.warning.label')}>
      <IconAlertTriangle aria-hidden size={16} />
      {warnings.map(({ name, text }) => (
        <UnstyledButton key={name} className={classes.warning} onClick={() => onChoose(name)}>
          {text}
        </UnstyledButton>
      ))}
      <span>{t('confirm.anyway', { context })}</span>
    </div>
  );
}
