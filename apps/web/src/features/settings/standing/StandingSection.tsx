import { ActionIcon, Button } from '@mantine/core';
import type { Pharmacy, StandingRule } from '@portal/contracts';
import { describeBulkRule, formatIsoDay } from '@portal/rules';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { scopeWords } from '../../../editing/standing/scope-words.ts';
import {
  useConfirmStandingRuleMutation,
  useGetStandingRulesQuery,
  useOrderStandingRulesMutation,
} from '../../../editing/standing/standing-rules-api.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { Section } from '../../../ui/Section.tsx';
import settings from '../settings.module.css';
import { EndRule } from './EndRule.tsx';
import classes from './standing.module.css';

type Props = { pharmacy: Pharmacy; readOnly: boolean };

/** The rules that run, with their order and end (rules 18.1, 18.4 and 18.12). */
export function StandingSection({ pharmacy: { crmCompanyId, token }, readOnly }: Props) {
  const { t } = useTranslation('standing');
  const params = { pharmacyId: crmCompanyId, token };
  const { currentData, error } = useGetStandingRulesQuery({ params }, { refetchOnMountOrArgChange: true });
  const [order, ordering] = useOrderStandingRulesMutation();
  const [confirm, confirming] = useConfirmStandingRuleMutation();
  const [ending, setEnding] = useState<StandingRule | null>(null);
  const rules = currentData?.rules ?? [];
  const failure = ordering.error ?? confirming.error;
  const move = (at: number, to: number) => {
    const ids = rules.map(({ id }) => id);
    const [moved] = ids.splice(at, 1) as [number];
    void order({ params, body: { ids: ids.toSpliced(to, 0, moved) } });
  };
  return (
    <Section title={t('section')} note={t('note')}>
      {error && (
        <p className={settings.failure} role="alert">
          {errorMessage(error)}
        </p>
      )}
      {currentData && rules.length === 0 && <p className={settings.detail}>{t('empty')}</p>}
      <ol className={settings.flags}>
        {rules.map((rule, at) => (
          <li key={rule.id} className={classes.rule} data-faded={rule.over || undefined}>
            {!readOnly && rules.length > 1 && (
              <ConfirmButtons className={classes.order}>
                <ActionIcon
                  variant="default"
                  size={32}
                  aria-label={t('up', { name: rule.name })}
                  disabled={at === 0 || ordering.isLoading}
                  onClick={() => move(at, at - 1)}
                >
                  <IconArrowUp aria-hidden size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  size={32}
                  aria-label={t('down', { name: rule.name })}
                  disabled={at === rules.length - 1 || ordering.isLoading}
                  onClick={() => move(at, at + 1)}
                >
                  <IconArrowDown aria-hidden size={16} />
                </ActionIcon>
              </ConfirmButtons>
            )}
            <RuleText rule={rule} />
            {!readOnly && (
              <ConfirmButtons className={classes.actions}>
                {rule.asks && (
                  <Button
                    variant="default"
                    loading={confirming.isLoading}
                    onClick={() => void confirm({ params, body: { id: rule.id } })}
                  >
                    {t('confirm')}
                  </Button>
                )}
                <Button variant="default" aria-label={t('endNamed', rule)} onClick={() => setEnding(rule)}>
                  {t('end')}
                </Button>
              </ConfirmButtons>
            )}
          </li>
        ))}
      </ol>
      {failure && (
        <p className={settings.failure} role="alert">
          {t('failed')} {errorMessage(failure)}
        </p>
      )}
      {ending && <EndRule key={ending.id} params={params} rule={ending} onClose={() => setEnding(null)} />}
    </Section>
  );
}

function RuleText({ rule }: { rule: StandingRule }) {
  const { t } = useTranslation(['standing', 'common']);
  const { t: column } = useTranslation('editing');
  const { name, productGroups, conditions, endsOn, over, withoutReview, startedAt, startedBy, updates, drafts } = rule;
  const facts = [
    productGroups.map((group) => t(`common:productGroup.${group}`)).join(', '),
    ...(endsOn === null ? [] : [t(over ? 'over' : 'until', { day: formatIsoDay(endsOn) })]),
    ...(withoutReview ? [t('withoutReview')] : []),
    t('since', { day: formatInstant(startedAt), person: startedBy }),
    ...(rule.asks ? [] : [t('ran', { count: updates })]),
    ...(drafts > 0 ? [t('drafts', { count: drafts, number: formatCount(drafts) })] : []),
  ];
  return (
    <div className={settings.group}>
      <strong className={settings.name}>{name}</strong>
      <span>
        {describeBulkRule(rule.rule)} · {scopeWords(conditions, t, column)}
      </span>
      <span className={settings.detail}>{facts.join(' · ')}</span>
      {rule.asks && <strong className={classes.asks}>{t('asks', { count: rule.updates })}</strong>}
    </div>
  );
}
