import { breachesOf, type ImportResult } from '@portal/list-view';
import { GUARDRAILS } from '@portal/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { breachText } from '../../../editing/review/flag-text.ts';
import type { GuardedReview } from '../../../editing/review/use-review.ts';
import { formatCount } from '../../../lib/format.ts';
import classes from './import.module.css';
import { OutcomeHead } from './OutcomeHead.tsx';

/** As many are named in the page; all are copied. */
const NAMED = 200;

type Props = { review: GuardedReview; pzns: ImportResult['pzns'] };

/** The imported prices that break a guardrail, how many each of them (rule 12.6). They are taken over all the same. */
export function BreakingRows({ review, pzns }: Props) {
  const { t } = useTranslation('priceListImport');
  const { t: reviewText } = useTranslation('review');
  const rows = useMemo(() => {
    const taken = new Set([...pzns.imported, ...pzns.exclusionPriced]);
    return [...review.breaking].filter((row) => taken.has(review.columns.pzn[row] as string));
  }, [review, pzns]);
  if (rows.length === 0) return null;
  const names = rows.flatMap((row) => breachesOf(review, row).map(({ name }) => name));
  const counts = GUARDRAILS.map((name) => [name, names.filter((each) => each === name).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${reviewText(`guardrailName.${name}`)}: ${formatCount(count)}`);
  const line = (row: number) =>
    `PZN ${review.columns.pzn[row]} ${review.columns.name[row]}: ${breachText(review, row, reviewText)}`;
  const title = reviewText('summary.breakingRows');
  return (
    <section className={classes.outcome} data-outcome="faulty" aria-label={title}>
      <OutcomeHead title={title} count={rows.length} copied={() => rows.map(line).join('\n')} />
      <p className={classes.outcomeText}>{t('text.breaking', { counts: counts.join(', ') })}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll, by the keyboard too */}
      <div className={classes.invalidRows} role="group" tabIndex={0} aria-label={t('outcome.list', { title })}>
        {rows.slice(0, NAMED).map((row) => (
          <div key={row}>{line(row)}</div>
        ))}
        {rows.length > NAMED && <div>{t('faulty.more', { number: formatCount(rows.length - NAMED) })}</div>}
      </div>
    </section>
  );
}
