import { NativeSelect, Popover, UnstyledButton } from '@mantine/core';
import type { Review } from '@portal/list-view';
import { RISK_REASONS, type RiskReason } from '@portal/rules';
import { IconInfoCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import screen from '../../ui/screen/screen.module.css';
import type { KindTypes, View } from '../kind.ts';
import type { GridState, ListView, ReviewState } from '../use-list-editor.ts';
import type { Marked } from './marks.ts';
import classes from './review.module.css';
import { NextToReview, PlaceOfNext } from './NextToReview.tsx';
import { Toggle } from './Toggle.tsx';
import type { GuardedReview } from './use-review.ts';

type Props<T extends KindTypes> = { editor: ListView<T> & GridState<T> & ReviewState<T> };

/** Rule 14.26. Its place is reserved: rows must not move under a click. */
export const ReviewBar = memo(Bar) as typeof Bar;

function Bar<T extends KindTypes>({ editor }: Props<T>) {
  const { t, ready } = useTranslation('review', { useSuspense: false });
  const { review, model } = editor;
  if (!ready || model.count === 0) return null;
  const count = review?.order.length ?? 0;
  return (
    <div className={classes.bar} role="group" aria-label={t('label')} aria-busy={!review}>
      <p className={classes.counts} role="status">
        {review ? (
          <>
            <strong>{t('toReview', { number: formatCount(count) })}</strong>
            {` · ${t('inconspicuous', { number: formatCount(review.count - count) })}`}
            {editor.marked.done > 0 && ` · ${progress(editor.marked, count, t)}`}
          </>
        ) : (
          t('judging')
        )}
      </p>
      {review ? <Tools editor={editor} review={review} /> : <PlaceOfTools editor={editor} />}
    </div>
  );
}

function Tools<T extends KindTypes>({ editor, review }: Props<T> & { review: GuardedReview }) {
  const { t } = useTranslation('review');
  const { view } = editor;
  const count = review.order.length;
  return (
    <>
      {(count > 0 || view.review) && (
        <Toggle
          label={t('only')}
          on={isReviewed(view)}
          onChange={(on) => view.change({ review: on ? 'all' : undefined, byWeight: on })}
        />
      )}
      {(review.breaking.length > 0 || view.review === 'guardrails') && (
        <Toggle
          label={t('breaking', { count: review.breaking.length, number: formatCount(review.breaking.length) })}
          on={view.review === 'guardrails'}
          onChange={(on) => view.change({ review: on ? 'guardrails' : undefined, byWeight: false })}
        />
      )}
      {isReviewed(view) && <ReasonSelect editor={editor} review={review} />}
      <Toggle
        label={t('columns')}
        on={editor.reviewing}
        disabled={view.review !== undefined}
        onChange={editor.setReviewing}
      />
      <NextToReview editor={editor} review={review} />
      <Unjudged review={review} />
      {editor.guardrailsMissing && <span>{t('guardrailsMissing')}</span>}
    </>
  );
}

function PlaceOfTools<T extends KindTypes>({ editor }: Props<T>) {
  const { t } = useTranslation('review');
  return (
    <>
      <Toggle label={t('only')} on={isReviewed(editor.view)} disabled onChange={nothing} />
      <Toggle label={t('columns')} on={editor.reviewing} disabled onChange={nothing} />
      <PlaceOfNext />
      <span className={classes.place} aria-hidden>
        {t('unjudged.button')}
      </span>
    </>
  );
}

const nothing = () => undefined;

/** The list is narrowed to rows to review, for one reason or any. */
const isReviewed = ({ review }: Pick<View<KindTypes>, 'review'>) => review !== undefined && review !== 'guardrails';

/** '84 von 130 geprüft (Dr. Berger 84)'. */
function progress({ done, persons }: Marked, count: number, t: TFunction<'review'>): string {
  const names = persons
    .map((each) => `${each.mine ? t('mark.me') : each.userName} ${formatCount(each.count)}`)
    .join(', ');
  return t('mark.progress', { done: formatCount(done), number: formatCount(count), names });
}

function ReasonSelect<T extends KindTypes>({ editor: { view }, review }: Props<T> & { review: Review }) {
  const { t } = useTranslation('review');
  const found = RISK_REASONS.filter((reason) => review.counts[reason] > 0 || reason === view.review);
  return (
    <NativeSelect
      className={screen.select}
      aria-label={t('reasonLabel')}
      value={view.review}
      data={[
        { value: 'all', label: t('allReasons') },
        ...found.map((reason) => ({
          value: reason,
          label: `${t(`reason.${reason}`)} (${formatCount(review.counts[reason])})`,
        })),
      ]}
      onChange={(event) => view.change({ review: event.currentTarget.value as RiskReason | 'all' })}
    />
  );
}

/** So that silence is not taken for approval. */
const Unjudged = memo(function Unjudged({ review: { unjudgedCounts } }: { review: Review }) {
  const { t } = useTranslation('review');
  const blind = RISK_REASONS.filter((reason) => unjudgedCounts[reason] > 0);
  if (blind.length === 0) return null;
  return (
    <Popover width={360} position="bottom-start" withArrow trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.blind}>
          <IconInfoCircle aria-hidden size={15} />
          {t('unjudged.button')}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <p className={classes.blindText}>{t('unjudged.text')}</p>
        <ul className={classes.blindList} tabIndex={-1} data-autofocus>
          {blind.map((reason) => (
            <li key={reason}>{`${t(`reason.${reason}`)}: ${formatCount(unjudgedCounts[reason])}`}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
});
