import { breachesOf, type ImportResult, type Review, rowOfPzn, unjudgedLimits } from '@portal/list-view';
import { type Guardrail, GUARDRAILS } from '@portal/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { breachText } from '../../../editing/judging/flag-text.ts';
import { formatCount } from '../../../lib/format.ts';
import classes from './import.module.css';
import { OutcomeHead } from './OutcomeHead.tsx';

/** As many are named in the page; all are copied. */
const NAMED = 200;

type Props = {
  /** Of the list with the edits that the import makes. */
  review: Review;
  result: ImportResult;
  /** Nothing is taken over yet. */
  preview?: boolean;
};

/** Imported all the same (rule 12.6). */
export function GuardedRows({ review, result: { model, pzns }, preview = false }: Props) {
  const { t } = useTranslation('priceListImport');
  const { t: reviewText } = useTranslation('review');
  const { breaking, breaches, unjudged, missing } = useMemo(() => {
    const rows = [...pzns.imported, ...pzns.exclusionPriced].map((pzn) => rowOfPzn(model, pzn) as number);
    const blind = rows.filter((row) => unjudgedLimits(review, row).length > 0);
    return {
      breaking: rows.filter((row) => review.breaches[row] !== 0),
      breaches: rows.flatMap((row) => breachesOf(review, row).map(({ name }) => name)),
      unjudged: blind,
      missing: blind.flatMap((row) => unjudgedLimits(review, row)),
    };
  }, [review, model, pzns]);
  const counted = (names: readonly Guardrail[]) =>
    GUARDRAILS.map((name) => [name, names.filter((each) => each === name).length] as const)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${reviewText(`guardrailName.${name}`)}: ${formatCount(count)}`)
      .join(', ');
  const line = (row: number) =>
    `PZN ${review.columns.pzn[row]} ${review.columns.name[row]}: ${breachText(review, row, reviewText)}`;
  const title = reviewText('summary.breakingRows');
  return (
    <>
      {breaking.length > 0 && (
        <section className={classes.outcome} data-outcome="faulty" aria-label={title}>
          <OutcomeHead title={title} count={breaking.length} copied={() => breaking.map(line).join('\n')} />
          <p className={classes.outcomeText}>
            {t(preview ? 'text.wouldBreak' : 'text.breaking', { counts: counted(breaches) })}
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll, by the keyboard too */}
          <div className={classes.invalidRows} role="group" tabIndex={0} aria-label={t('outcome.list', { title })}>
            {breaking.slice(0, NAMED).map((row) => (
              <div key={row}>{line(row)}</div>
            ))}
            {breaking.length > NAMED && <div>{t('faulty.more', { number: formatCount(breaking.length - NAMED) })}</div>}
          </div>
        </section>
      )}
      {unjudged.length > 0 && (
        <p className={classes.outcomeText}>
          {t('text.unjudged', {
            count: unjudged.length,
            number: formatCount(unjudged.length),
            counts: counted(missing),
          })}
        </p>
      )}
    </>
  );
}
