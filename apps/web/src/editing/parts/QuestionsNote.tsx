import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type InputErrors, questions } from '../session/input-errors.ts';
import classes from '../../ui/screen/screen.module.css';

export function QuestionsNote({ issues }: { issues: InputErrors }) {
  const { t } = useTranslation();
  const pzns = [...questions(issues).keys()];
  if (pzns.length === 0) return null;
  const more = pzns.length > 3 ? ' …' : '';
  return (
    <span className={classes.asked}>
      <IconHelpCircle aria-hidden size={16} />
      {t('priceInput.asked', { count: pzns.length, pzns: pzns.slice(0, 3).join(', ') + more })}
    </span>
  );
}
