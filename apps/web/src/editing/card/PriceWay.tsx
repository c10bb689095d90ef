import { Skeleton } from '@mantine/core';
import type { PriceWay as Way } from '@portal/contracts';
import { formatCents } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatInstant } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import type { CardArticle } from './card-article.ts';
import classes from './card.module.css';
import { useGetPriceWayQuery } from './price-history-api.ts';

const STAGES = ['calculated', 'approved', 'sent', 'loaded', 'label'] as const;
type Stage = { readonly text: string; readonly done: boolean; readonly wrong?: string };

/** How far the price in force has come (rule 22.1). */
export function PriceWay({ params, settled }: Pick<CardArticle, 'params' | 'settled'>) {
  const { t } = useTranslation('priceCard');
  const { currentData, error } = useGetPriceWayQuery({ params }, { refetchOnMountOrArgChange: true, skip: !settled });
  const stageOf = useStages();
  if (error) return <p className={classes.quiet}>{errorMessage(error)}</p>;
  if (!currentData) return <Skeleton height={120} role="status" aria-label={t('loading')} />;
  return (
    <ol className={classes.way}>
      {STAGES.filter((name) => isTold(name, currentData)).map((name) => {
        const { text, done, wrong } = stageOf(name, currentData);
        return (
          <li key={name} data-done={done || undefined} data-wrong={wrong !== undefined || undefined}>
            <span className={classes.step}>{t(`way.${name}.name`)}</span>
            <span>
              {text}
              {wrong && <span className={classes.warning}>{wrong}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** What the portal does not know of the time before it is left out. */
const isTold = (name: (typeof STAGES)[number], way: Way) =>
  (name !== 'calculated' && name !== 'approved') || way[name] !== null;

function useStages() {
  const { t } = useTranslation('priceCard');
  const time = (at: string) => formatInstant(at, 'dd.MM.yyyy HH:mm');
  const euros = (cents: number | null) => (cents === null ? t('noPrice') : `${formatCents(cents)} €`);
  const missing: Stage = { text: t('way.missing'), done: false };
  const byWhom = (stage: Way['sent'], name: 'sent' | 'loaded'): Stage =>
    stage
      ? {
          text:
            stage.userName === null
              ? t(`way.${name}.byTill`, { time: time(stage.at) })
              : t('way.by', { time: time(stage.at), user: personName(stage.userName) }),
          done: true,
        }
      : missing;
  return (name: (typeof STAGES)[number], way: Way): Stage => {
    switch (name) {
      case 'calculated':
        return way.calculated
          ? { text: t(`way.kind.${way.calculated.kind}`, { time: time(way.calculated.at) }), done: true }
          : missing;
      case 'approved':
        return way.approved
          ? {
              text: t('way.approved.by', {
                time: time(way.approved.at),
                user: personName(way.approved.userName),
                event: way.approved.event,
              }),
              done: true,
            }
          : missing;
      case 'sent':
        return byWhom(way.sent, 'sent');
      case 'loaded': {
        const said = [
          way.refused && t('way.refused', { reason: way.refused.reason, time: time(way.refused.at) }),
          way.held &&
            way.held.state !== 'equal' &&
            t(`way.held.${way.held.state}`, { price: euros(way.held.price), time: time(way.held.at) }),
        ].filter(Boolean);
        const stage = byWhom(way.loaded, 'loaded');
        return said.length > 0 ? { ...stage, wrong: said.join('; ') } : stage;
      }
      case 'label': {
        if (!way.label) return { text: t('way.label.none'), done: false };
        const { price, printedAt, outdated } = way.label;
        const text = printedAt ? t('way.label.printed', { price: euros(price), time: time(printedAt) }) : euros(price);
        return outdated ? { text, done: false, wrong: t('way.label.outdated') } : { text, done: true };
      }
    }
  };
}
