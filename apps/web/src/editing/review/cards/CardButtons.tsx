import { Button } from '@mantine/core';
import { NO_EDITS } from '@portal/list-view';
import { effectivePrice, formatCents, isPriceIgnored, type RowEdit } from '@portal/rules';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PriceInput } from '../../cells/PriceInput.tsx';
import { useConfirmGuard } from '../../../ui/confirm-guard/use-confirm-guard.ts';
import type { KindTypes } from '../../kind/kind.ts';
import { rowIssue } from '../../session/row-issues.ts';
import type { EditSession, ListView, ReviewState } from '../../state/use-list-editor.ts';
import type { GuardedReview } from '../../judging/use-review.ts';
import classes from './cards.module.css';
import type { ReviewSequence } from './use-review-sequence.ts';

type Props<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  walk: ReviewSequence;
  row: number;
  onOwn: () => void;
};

/** Milliseconds (rule 14.40): a pace to decide at. */
const CARD_GUARD_MS = 400;

/** The three decisions about a price, at the same places on every card: what cannot be decided is disabled and says why. */
export function CardButtons<T extends KindTypes>({ editor, review, walk, row, onOwn }: Props<T>) {
  const { t } = useTranslation('review');
  const { kind, model, session } = editor;
  // A second tap would decide about the next, unread card.
  const guard = useConfirmGuard<HTMLDivElement>({ ms: CARD_GUARD_MS, since: row });
  const pzn = model.columns.pzn[row] as string;
  const former = review.columns.before[row] ?? null;
  const present = effectivePrice(kind.rules.becomes(model, row, session.entered.edits.get(pzn)));
  const closed = kind.rules.isSetApart(model, row)
    ? t('cards.locked')
    : walk.inputs(row).exclusion
      ? t('cards.excluded')
      : undefined;
  const formerNote = former === null ? t('cards.formerNone') : former === present ? t('cards.formerSame') : undefined;
  return (
    <div className={classes.buttons} {...guard}>
      <Button
        variant="default"
        disabled={closed !== undefined || formerNote !== undefined}
        onClick={() => former !== null && walk.keepFormer(row, former)}
      >
        <Decision word={t('cards.former')} below={closed ?? formerNote ?? formatCents(former ?? 0)} />
      </Button>
      <Button variant="default" disabled={closed !== undefined} onClick={onOwn}>
        <Decision word={t('cards.own')} below={closed ?? '…'} />
      </Button>
      <Button variant="light" disabled={kind.rules.isSetApart(model, row)} onClick={() => walk.accept(row)}>
        <Decision word={t('cards.accept')} below={present === null ? closed : formatCents(present)} />
      </Button>
    </div>
  );
}

function Decision({ word, below }: { word: string; below: string | undefined }) {
  return (
    <span className={classes.decision}>
      <span>{word}</span> <strong>{below}</strong>
    </span>
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
export function OwnPrice<T extends KindTypes>({ editor, walk, row, before, onClose }: OwnProps<T>) {
  const { t } = useTranslation(['review', 'editing']);
  const { kind, model, actions, rights } = editor;
  const { issue, rounded } = editor.dataOf(row);
  const inputs = walk.inputs(row);
  const field = useRef<HTMLDivElement>(null);
  const guard = useConfirmGuard<HTMLFormElement>();
  useEffect(() => field.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = field.current?.querySelector('input');
    // An emptied input counts once it is left.
    if (input?.value.trim() === '') input.blur();
    else if (!issue) {
      walk.keepOwn(row, before);
      onClose();
    }
  };
  return (
    <form className={classes.ownForm} onSubmit={submit} {...guard}>
      <p>{t('cards.ownPrice')}</p>
      <Button
        variant="default"
        onClick={() => {
          walk.putBack(row, before);
          onClose();
        }}
      >
        {t('cancel')}
      </Button>
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
      <Button type="submit" disabled={issue !== undefined}>
        {t('cards.keepOwn')}
      </Button>
    </form>
  );
}
