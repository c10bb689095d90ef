import { Button } from '@mantine/core';
import { NO_EDITS, type Review } from '@portal/list-view';
import { type Cents, effectivePrice, formatCents, PRICE_TYPE, type RowEdit } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { useRelease } from '../state/use-release.ts';
import { useConfirmGuard } from '../../ui/confirm-guard/use-confirm-guard.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { EditSession, GridState, ListView, ReviewState } from '../state/use-list-editor.ts';
import classes from './card.module.css';

/** Milliseconds (rule 14.32): a pace to decide at. */
const DECISION_GUARD_MS = 400;

type Props<T extends KindTypes> = {
  editor: ListView<T> & GridState<T> & ReviewState<T> & EditSession<T>;
  row: number;
  /** Of this state of the list. */
  review: Review | undefined;
  onNext: () => void;
  /** On a phone the card has the inputs, and marks what is only read. */
  phone?: { readonly toInput: () => void };
};

const NOWHERE = () => undefined;

/** The old price, one's own, the new one; each enters it, marks the row as reviewed and goes on (rule 14.32). */
export function CardDecision<T extends KindTypes>({ editor, row, review, onNext, phone }: Props<T>) {
  const { t } = useTranslation('editing');
  const { t: reviewText } = useTranslation('review', { useSuspense: false });
  const release = useRelease(phone ? { ...editor, goTo: NOWHERE } : editor, reviewText);
  const guard = useConfirmGuard<HTMLDivElement>({ ms: DECISION_GUARD_MS, since: row });
  const { kind, model, session, editing, editable, actions, dispatch, marked, setMarks, due, keep } = editor;
  const { rules } = kind;
  const context = kind.name;
  const pzn = model.columns.pzn[row] as string;
  const { edits } = session.entered;
  const priceOf = (edit: RowEdit | undefined) => effectivePrice(rules.becomes(model, row, edit));
  const inputs = rules.inputs(model, edits, row);
  const former = review?.columns.before[row] ?? null;
  const next = priceOf(undefined);
  const present = session.issues.has(pzn) ? undefined : priceOf(edits.get(pzn));
  const isDue = keep !== undefined && due?.has(pzn) === true;
  const lock = rules.isApproved(model, row)
    ? t('row.approvedReason')
    : rules.isSetApart(model, row)
      ? t('row.lockedReason', { context })
      : undefined;
  const takesInput = editing && editable && lock === undefined;
  const calculated = model.columns.calculatedPrice[row] ?? null;
  const released = isDue && !editing && lock === undefined ? (release?.label(row) ?? null) : null;
  const decided = (price: Cents | null) => {
    if (review && review.reasons[row] !== 0 && !marked.mine.has(row)) setMarks?.([{ pzn, price, reviewed: true }]);
    onNext();
  };
  const keepFormer = (price: Cents) => {
    if (price !== present) actions.enterPrice(row, price);
    decided(priceOf(rules.withPrice(model, row, inputs, price)));
  };
  const takeNext = () => {
    if (edits.has(pzn) || session.issues.has(pzn)) {
      const original = rules.inputs(model, NO_EDITS, row);
      const change = (entered: typeof session.entered) => rules.put(model, entered, row, original);
      dispatch({ type: 'edited', cause: { by: 'price' }, pzn, price: true, change });
    }
    if (isDue) keep?.([{ pzn, price: next }]);
    decided(next);
  };
  const resumes = isDue && rules.was(model, row).priceType === PRICE_TYPE.exclusion;
  /** A price is entered, and the exclusion still holds. */
  const resumable = resumes && inputs.exclusion ? inputs.ownPrice : null;
  const resume = (price: Cents) => {
    actions.tick(row, 'exclusion', false);
    decided(price);
  };
  const variantOf = (price: Cents | null) => (price === present ? 'light' : 'default');
  const offersCalculated = isDue && !resumes && calculated !== null;
  const isOwn =
    present !== undefined && present !== next && present !== former && !(offersCalculated && present === calculated);
  const asksMark = phone !== undefined && !editing && setMarks !== undefined && review?.reasons[row];
  if (!takesInput && !isDue && !asksMark)
    return editing && editable && lock ? <p className={classes.locked}>{lock}</p> : null;
  const nextName =
    isDue || asksMark ? 'stays' : kind.confirms === 'save' ? 'current' : former === next ? 'stays' : 'new';
  return (
    <div className={classes.decision} role="group" aria-label={t('card.decide')} {...guard}>
      {takesInput && former !== null && former !== next && (
        <Button size="sm" variant={variantOf(former)} disabled={inputs.exclusion} onClick={() => keepFormer(former)}>
          {t('card.former', { price: formatCents(former) })}
        </Button>
      )}
      {takesInput && !(phone && !resumes) && (
        <Button
          size="sm"
          variant={isOwn ? 'light' : 'default'}
          disabled={
            (inputs.exclusion && !resumes) || !(phone || editor.grid.current?.isEditable({ row, column: 'ownPrice' }))
          }
          onClick={
            resumable === null ? (phone?.toInput ?? (() => editor.goTo(row, 'ownPrice'))) : () => resume(resumable)
          }
        >
          {resumable !== null
            ? t('card.resumeAt', { price: formatCents(resumable) })
            : t(resumes ? 'card.resume' : 'card.own')}
        </Button>
      )}
      {takesInput && offersCalculated && (
        <Button
          size="sm"
          variant={variantOf(calculated)}
          onClick={() => {
            actions.enterPrice(row, null);
            decided(calculated);
          }}
        >
          {t('card.calculated', { price: formatCents(calculated) })}
        </Button>
      )}
      {released !== null && (
        <Button
          size="sm"
          variant="default"
          onClick={() => {
            release?.run(row);
            if (phone) (resumes ? phone.toInput : onNext)();
          }}
        >
          {released}
        </Button>
      )}
      <Button size="sm" variant={variantOf(next)} onClick={takeNext}>
        {next === null
          ? t(isDue ? 'card.staysExcluded' : 'card.without')
          : t(`card.${nextName}`, { price: formatCents(next) })}
      </Button>
    </div>
  );
}
