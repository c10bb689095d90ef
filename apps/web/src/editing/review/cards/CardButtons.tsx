import { Button } from '@mantine/core';
import { NO_EDITS } from '@portal/list-view';
import { effectivePrice, formatCents, isPriceIgnored, type RowEdit } from '@portal/rules';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PriceInput } from '../../cells/PriceInput.tsx';
import type { KindTypes } from '../../kind.ts';
import { rowIssue } from '../../session/row-issues.ts';
import type { Editing } from '../../use-editing.ts';
import type { GuardedReview } from '../use-review.ts';
import classes from './cards.module.css';
import type { ReviewWalk } from './use-walk.ts';

type Props<T extends KindTypes> = { edit: Editing<T>; review: GuardedReview; walk: ReviewWalk; row: number };

/** The three decisions about a price; none where the row takes no input. */
export function CardButtons<T extends KindTypes>({ edit, review, walk, row }: Props<T>) {
  const { t } = useTranslation(['review', 'editing']);
  const { kind, model, editing, session } = edit;
  const { issue } = edit.dataOf(row);
  /** What the inputs held when 'eigener Preis' was opened; a price that cannot be stored opens it by itself. */
  const [before, setBefore] = useState<RowEdit | undefined>(() => (issue ? walk.inputs(row) : undefined));
  const context = kind.name;
  if (!editing) return null;
  if (kind.rules.isSetApart(model, row))
    return <p className={classes.locked}>{t('editing:row.lockedReason', { context })}</p>;
  if (before) {
    return <OwnPrice edit={edit} walk={walk} row={row} before={before} onClose={() => setBefore(undefined)} />;
  }
  const inputs = walk.inputs(row);
  const former = review.columns.before[row] ?? null;
  const present = effectivePrice(
    kind.rules.becomes(model, row, session.entered.edits.get(model.columns.pzn[row] as string)),
  );
  // A second tap of the same finger would decide about the next card, which nobody has read.
  const once = (decide: () => void) => (event: MouseEvent) => {
    if (event.detail <= 1) decide();
  };
  return (
    <div className={classes.buttons}>
      <Button size="lg" className={classes.accept} onClick={once(() => walk.accept(row))}>
        {present === null ? t('cards.acceptNone') : t('cards.accept', { price: formatCents(present) })}
      </Button>
      <Button
        size="lg"
        variant="default"
        disabled={former === null || former === present || inputs.exclusion}
        onClick={once(() => former !== null && walk.keepFormer(row, former))}
      >
        {t('cards.former')}
      </Button>
      <Button size="lg" variant="default" disabled={inputs.exclusion} onClick={() => setBefore(inputs)}>
        {t('cards.own')}
      </Button>
      {inputs.ownPrice !== null && (
        <Button variant="subtle" className={classes.calculated} onClick={() => edit.actions.enterPrice(row, null)}>
          {t('cards.calculated')}
        </Button>
      )}
    </div>
  );
}

type OwnProps<T extends KindTypes> = {
  edit: Editing<T>;
  walk: ReviewWalk;
  row: number;
  before: RowEdit;
  onClose: () => void;
};

/** The price input of the grid, and the way on from it. */
function OwnPrice<T extends KindTypes>({ edit, walk, row, before, onClose }: OwnProps<T>) {
  const { t } = useTranslation(['review', 'editing']);
  const { kind, model, actions, rights } = edit;
  const { issue, rounded } = edit.dataOf(row);
  const inputs = walk.inputs(row);
  const field = useRef<HTMLFormElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = field.current?.querySelector('input');
    // An emptied input counts once it is left.
    if (input?.value.trim() === '') input.blur();
    else if (!issue) walk.keepOwn(row, before);
  };
  return (
    <form ref={field} className={classes.buttons} onSubmit={submit}>
      <div className={classes.own} data-note-above>
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
          onIssue={(mistyped, continues) => actions.mistype(row, mistyped, continues)}
          onScan={({ pzn }) => {
            walk.putBack(row, before);
            onClose();
            walk.goToPzn(pzn);
          }}
        />
        <span aria-hidden>€</span>
      </div>
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
      <Button size="lg" type="submit" disabled={issue !== undefined}>
        {t('cards.keepOwn')}
      </Button>
    </form>
  );
}
