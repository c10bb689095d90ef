import { Button } from '@mantine/core';
import { NO_EDITS } from '@portal/list-view';
import { effectivePrice, formatCents, isPriceIgnored, type RowEdit } from '@portal/rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PriceInput } from '../../cells/PriceInput.tsx';
import { useConfirmGuard } from '../../../ui/confirm-guard/use-confirm-guard.ts';
import type { KindTypes } from '../../kind.ts';
import { rowIssue } from '../../session/row-issues.ts';
import type { EditSession, ListView, ReviewState } from '../../use-list-editor.ts';
import type { GuardedReview } from '../use-review.ts';
import classes from './cards.module.css';
import type { ReviewSequence } from './use-review-sequence.ts';

type Props<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  walk: ReviewSequence;
  row: number;
};

/** Milliseconds (rule 14.40): a pace to decide at. */
const CARD_GUARD_MS = 400;

/** The three decisions about a price; none where the row takes no input. */
export function CardButtons<T extends KindTypes>({ editor, review, walk, row }: Props<T>) {
  const { t } = useTranslation(['review', 'editing']);
  const { kind, model, editing, session } = editor;
  const { issue } = editor.dataOf(row);
  /** An invalid price opens the input. */
  const [before, setBefore] = useState<RowEdit | undefined>(() => (issue ? walk.inputs(row) : undefined));
  // A second tap would decide about the next, unread card.
  const guard = useConfirmGuard<HTMLDivElement>({ ms: CARD_GUARD_MS });
  const context = kind.name;
  if (!editing) return null;
  if (kind.rules.isSetApart(model, row))
    return <p className={classes.locked}>{t('editing:row.lockedReason', { context })}</p>;
  if (before) {
    return <OwnPrice editor={editor} walk={walk} row={row} before={before} onClose={() => setBefore(undefined)} />;
  }
  const inputs = walk.inputs(row);
  const former = review.columns.before[row] ?? null;
  const present = effectivePrice(
    kind.rules.becomes(model, row, session.entered.edits.get(model.columns.pzn[row] as string)),
  );
  return (
    <div className={classes.buttons} {...guard}>
      <Button size="lg" className={classes.accept} onClick={() => walk.accept(row)}>
        {present === null ? t('cards.acceptNone') : t('cards.accept', { price: formatCents(present) })}
      </Button>
      <Button
        size="lg"
        variant="default"
        disabled={former === null || former === present || inputs.exclusion}
        onClick={() => former !== null && walk.keepFormer(row, former)}
      >
        {t('cards.former')}
      </Button>
      <Button size="lg" variant="default" disabled={inputs.exclusion} onClick={() => setBefore(inputs)}>
        {t('cards.own')}
      </Button>
      {inputs.ownPrice !== null && (
        <Button variant="subtle" className={classes.calculated} onClick={() => editor.actions.enterPrice(row, null)}>
          {t('cards.calculated')}
        </Button>
      )}
    </div>
  );
}

type OwnProps<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  walk: ReviewSequence;
  row: number;
  before: RowEdit;
  onClose: () => void;
};

/** The price input of the grid, and the way on from it. */
function OwnPrice<T extends KindTypes>({ editor, walk, row, before, onClose }: OwnProps<T>) {
  const { t } = useTranslation(['review', 'editing']);
  const { kind, model, actions, rights } = editor;
  const { issue, rounded } = editor.dataOf(row);
  const inputs = walk.inputs(row);
  const field = useRef<HTMLDivElement>(null);
  const guard = useConfirmGuard<HTMLFormElement>();
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = field.current?.querySelector('input');
    // An emptied input counts once it is left.
    if (input?.value.trim() === '') input.blur();
    else if (!issue) walk.keepOwn(row, before);
  };
  return (
    <form className={classes.buttons} onSubmit={submit} {...guard}>
      <div ref={field} className={classes.own} data-note-above>
        <PriceInput
          label={t('editing:row.priceOf', { context: kind.name, pzn: model.columns.pzn[row] })}
          price={inputs.ownPrice}
          issue={issue}
          rounded={rounded}
          likeCalculated={
            inputs.ownPrice !== null && !inputs.permanent && inputs.ownPrice === model.columns.calculatedPrice[row]
          }
          ignored={isPriceIgnored(kind.rules.inputs(model, NO_EDITS, row), inputs)}
          disabled={false}
          issueWhenEmpty={() =>
            rowIssue(kind.rules.issue(model, row, kind.rules.withPrice(model, row, inputs, null), rights))
          }
          onPrice={(cents, typed) => actions.enterPrice(row, cents, typed)}
          onIssue={(mistyped, continues) => actions.enterInvalid(row, mistyped, continues)}
          onScan={({ pzn }) => {
            walk.putBack(row, before);
            onClose();
            walk.goToPzn(pzn);
          }}
        />
        <span aria-hidden>€</span>
      </div>
      <Button size="lg" type="submit" disabled={issue !== undefined}>
        {t('cards.keepOwn')}
      </Button>
      <Button
        size="lg"
        variant="default"
        onClick={() => {
          walk.putBack(row, before);
          onClose();
        }}
      >
        {t('editing:cancel')}
      </Button>
    </form>
  );
}
