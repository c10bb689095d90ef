import { CloseButton, NativeSelect } from '@mantine/core';
import { RISK_REASONS, type RiskReason } from '@portal/rules';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import conditions from '../conditions/conditions.module.css';
import type { KindTypes, ReviewChoice } from '../kind/kind.ts';
import type { ListView } from '../state/use-list-editor.ts';
import { isDueChoice } from '../judging/rows-to-review.ts';
import type { GuardedReview } from '../judging/use-review.ts';

type Props<T extends KindTypes> = { editor: Pick<ListView<T>, 'view'> };

/** Among rows to review those with one reason (rule 14.26). */
export function ReasonSelect<T extends KindTypes>({ editor: { view } }: Props<T>) {
  const { t, ready } = useTranslation('review', { useSuspense: false });
  const review = view.judged?.review;
  if (!ready || !review || !view.review) return null;
  const found = RISK_REASONS.filter((reason) => review.counts[reason] > 0 || reason === view.review);
  const choices: NamedChoice[] = [
    ...(review.breaking.length > 0 || view.review === 'guardrails' ? (['guardrails'] as const) : []),
    ...found,
  ];
  return (
    <NativeSelect
      label={t('reasonLabel')}
      value={isDueChoice(view.review) ? 'dueReview' : view.review}
      data={[
        { value: 'all', label: t('allReasons') },
        ...choices.map((value) => ({ value, label: choiceText(value, review, t) })),
      ]}
      onChange={(event) => view.change({ review: event.currentTarget.value as ReviewChoice })}
    />
  );
}

/** The reason that is chosen, and the way back to all. */
export function ReasonChip<T extends KindTypes>({ editor: { view } }: Props<T>) {
  const { t, ready } = useTranslation(['review', 'editing'], { useSuspense: false });
  const review = view.judged?.review;
  if (!ready || !review || !isNarrowed(view.review)) return null;
  const condition = choiceText(view.review, review, t);
  return (
    <span className={conditions.chip}>
      {condition}
      <CloseButton
        size="md"
        aria-label={t('editing:conditions.remove', { condition })}
        onClick={() => view.change({ review: 'all' })}
      />
    </span>
  );
}

type NamedChoice = RiskReason | 'guardrails';

/** What is due has a tab of its own. */
export const isNarrowed = (choice: ReviewChoice | undefined): choice is Exclude<NamedChoice, 'dueReview'> =>
  choice !== undefined && choice !== 'all' && !isDueChoice(choice);

function choiceText(choice: NamedChoice, { counts, breaking }: GuardedReview, t: TFunction<'review'>): string {
  if (choice === 'guardrails') return t('breaking', { number: formatCount(breaking.length) });
  return `${t(`reason.${choice}`)} (${formatCount(counts[choice])})`;
}
