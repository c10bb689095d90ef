import { Alert } from '@mantine/core';
import type { Cents } from '@portal/rules';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { type InputErrors, questions } from '../session/input-errors.ts';
import { PriceReadings } from '../cells/PriceReadings.tsx';
import { useConfirmGuard } from '../../ui/confirm-guard/use-confirm-guard.ts';
import classes from '../../ui/screen/screen.module.css';

type Props = {
  issues: InputErrors;
  nameOf: (pzn: string) => string;
  /** What happens to these rows until they are answered. */
  text: string;
  onChoose: (pzn: string, cents: Cents) => void;
};

/** As many are asked at once; the others follow. */
const SHOWN = 5;

export function OpenQuestions({ issues, nameOf, text, onChoose }: Props) {
  const { t } = useTranslation();
  const open = [...questions(issues)];
  // An answered question leaves, and the next one stands where it was clicked.
  const guard = useConfirmGuard<HTMLUListElement>({ since: open.map(([pzn]) => pzn).join(' ') });
  if (open.length === 0) return null;
  return (
    <Alert
      className={classes.notice}
      color="yellow"
      icon={<IconHelpCircle aria-hidden />}
      title={t('priceInput.open', { count: open.length, number: formatCount(open.length) })}
    >
      <p className={classes.noticeText}>{text}</p>
      <ul className={classes.questions} {...guard}>
        {open.slice(0, SHOWN).map(([pzn, issue]) => (
          <li key={pzn} className={classes.question}>
            <span>
              {nameOf(pzn)}, PZN {pzn}
            </span>
            <PriceReadings text={issue.text} label={`PZN ${pzn}`} onChoose={(cents) => onChoose(pzn, cents)} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
