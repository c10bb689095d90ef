import { type Cents, effectivePrice, formatCents, formatDifference, PRICE_TYPE } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import type { KindTypes } from '../../kind/kind.ts';
import type { EditSession, ListView, ReviewState } from '../../state/use-list-editor.ts';
import { aroundText } from '../around-text.ts';
import { PriceChange } from '../../parts/PriceChange.tsx';
import { soldAt } from '../../parts/sold-at.ts';
import { breachText, flagTexts } from '../../judging/flag-text.ts';
import type { GuardedReview } from '../../judging/use-review.ts';
import classes from './cards.module.css';

type Props<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  row: number;
};

export function CardFacts<T extends KindTypes>({ editor, review, row }: Props<T>) {
  const { t } = useTranslation('review');
  const { kind, model, marked, session } = editor;
  const { columns } = model;
  const pzn = columns.pzn[row] as string;
  const state = kind.rules.becomes(model, row, session.entered.edits.get(pzn));
  const others = marked.others.get(row);
  const reasons = [breachText(review, row, t), ...flagTexts(review, row, columns.name, t)].filter(Boolean);
  return (
    // Not while typing: it would never be silent.
    <article className={classes.card} aria-live={session.issues.has(pzn) ? 'off' : 'polite'}>
      <h2 className={classes.name}>{columns.name[row]}</h2>
      <p className={classes.detail}>
        {[columns.producer[row], columns.content[row], `PZN ${pzn}`].filter(Boolean).join(' · ')}
      </p>
      <PriceChange
        was={review.columns.before[row] ?? null}
        is={effectivePrice(state)}
        excluded={state.priceType === PRICE_TYPE.exclusion}
        sold={soldAt(model, row, review.columns.priceTypeBefore[row])}
      />
      {reasons.length > 0 ? (
        <ul className={classes.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ) : (
        <p className={classes.detail}>{t('cards.fine')}</p>
      )}
      <Figures review={review} row={row} />
      {(marked.mine.has(row) || others) && (
        <p className={classes.detail}>
          {t('mark.by', { names: [marked.mine.has(row) && t('mark.byMe'), others].filter(Boolean).join(', ') })}
        </p>
      )}
    </article>
  );
}

/** Only what is known: nothing is shown where a figure is missing. */
function Figures({ review: { columns, effect }, row }: { review: GuardedReview; row: number }) {
  const { t } = useTranslation('review');
  const euros = (cents: Cents | null | undefined) => (cents == null ? null : `${formatCents(cents)} €`);
  const { units, aep, avp } = columns;
  const worth = effect[row] as number;
  const around = aroundText(columns, row, t);
  const known: readonly (readonly [string, string | null])[] = [
    [t('column.sold'), units[row] == null ? null : t('cards.pieces', { number: formatCount(units[row]) })],
    [t('column.effect'), Number.isNaN(worth) ? null : formatDifference(Math.round(worth))],
    [t('basis.aep'), euros(aep[row])],
    [t('basis.avp'), euros(avp[row])],
    [t('column.around'), around.isDoubtful ? t('doubtful.around', { around: around.text }) : around.text],
  ];
  return (
    <dl className={classes.figures} translate="no">
      {known.map(
        ([name, text]) =>
          text !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
