import { Alert, Button } from '@mantine/core';
import {
  IMPORT_OUTCOMES,
  type ImportOutcome,
  type ImportResult,
  type PriceListModel,
  type Review,
  rowAt,
  rowOfPzn,
} from '@portal/list-view';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { nameWithPack } from '../../../lib/name-with-pack.ts';
import { ImportDoubts } from './ImportDoubts.tsx';
import { GuardedRows } from './GuardedRows.tsx';
import classes from './import.module.css';
import type { ChosenImport } from './ImportModal.tsx';
import { InvalidRows, invalidRowsOf, unusableRows } from './InvalidRows.tsx';
import { OutcomeHead } from './OutcomeHead.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { useEscapeGuard } from '../../../ui/confirm-guard/use-escape-guard.ts';

/** PZNs of rounded prices that are named; more are counted. */
const NAMED = 20;
/** Articles of a list. */
const LISTED = 200;

type Props = {
  chosen: ChosenImport;
  result: ImportResult;
  review: Review | undefined;
  /** `keep`: the filter that stays. */
  onClose: (keep?: 'edited' | 'exclusionWithOwnPrice') => void;
};

function isInPeriod(pzn: string, model: PriceListModel): boolean {
  const row = rowOfPzn(model, pzn);
  return row !== undefined && rowAt(model, row).validTo !== undefined;
}

function articleText(pzn: string, model: PriceListModel): string {
  const row = rowOfPzn(model, pzn);
  if (row === undefined) return pzn;
  return `${pzn} ${nameWithPack(model.columns.name[row] ?? '', model.columns.content[row] ?? null)}`;
}

/** What became of every row of the file, by PZN (rule 5.6). */
export function OutcomeModal({ chosen, result, review, onClose }: Props) {
  const { t } = useTranslation('priceListImport');
  const mayEscape = useEscapeGuard();
  const { type, fileName, answer } = chosen;
  const { pzns } = result;
  const inPeriod = pzns.imported.filter((pzn) => isInPeriod(pzn, result.model));
  const rounded = answer.data.flatMap(({ pzn, roundedFrom }) => (roundedFrom === undefined ? [] : [pzn]));
  const faulty = invalidRowsOf(answer, unusableRows(result, t));
  const faultyTotal = answer.faultyTotal + result.unusable.length;
  const changed = pzns.imported.length + pzns.exclusionPriced.length + pzns.negativeSet.length + pzns.added.length;
  const lists = IMPORT_OUTCOMES.filter((outcome) => outcome !== 'exclusionPriced').filter(
    (outcome) => pzns[outcome].length > 0,
  );
  return (
    <Dialog opened onClose={() => onClose()} closeOnEscape={mayEscape} size="lg" title={t('outcome.title')}>
      <p className={classes.summary}>
        {t('outcome.file', { name: fileName })}{' '}
        <strong>{t('outcome.changed', { count: changed, number: formatCount(changed) })}</strong>
      </p>
      {rounded.length > 0 && (
        <p className={classes.outcomeText}>
          {t('outcome.rounded', {
            count: rounded.length,
            number: formatCount(rounded.length),
            pzns: rounded.slice(0, NAMED).join(', ') + (rounded.length > NAMED ? ' …' : ''),
          })}
        </p>
      )}
      {pzns.exclusionPriced.length > 0 && (
        <Alert className={classes.warning} color="yellow" icon={<IconAlertTriangle aria-hidden />}>
          <PznList
            outcome="exclusionPriced"
            text={t(`text.exclusionPriced.${type}`)}
            pzns={pzns.exclusionPriced}
            model={result.model}
          />
          {type === 'priceimport' && (
            <ConfirmButtons justify="flex-start">
              <Button size="xs" variant="default" onClick={() => onClose('exclusionWithOwnPrice')}>
                {t('outcome.showExclusions')}
              </Button>
            </ConfirmButtons>
          )}
        </Alert>
      )}
      {inPeriod.length > 0 && (
        <Alert
          className={classes.warning}
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('outcome.inPeriod', { count: inPeriod.length, number: formatCount(inPeriod.length) })}
        >
          {inPeriod.slice(0, NAMED).map((pzn) => (
            <div key={pzn}>{articleText(pzn, result.model)}</div>
          ))}
          {inPeriod.length > NAMED && t('faulty.more', { number: formatCount(inPeriod.length - NAMED) })}
        </Alert>
      )}
      {type !== 'negativeimport' && <ImportDoubts model={result.model} rows={answer.data} />}
      {review && <GuardedRows review={review} result={result} />}
      {faultyTotal > 0 && <InvalidRows model={result.model} rows={faulty} total={faultyTotal} />}
      {lists.map((outcome) => (
        <PznList
          key={outcome}
          outcome={outcome}
          text={t(`text.${outcome}`)}
          pzns={pzns[outcome]}
          model={result.model}
        />
      ))}
      <ConfirmButtons className={classes.buttons}>
        <Button {...(changed > 0 ? { variant: 'default' } : { 'data-autofocus': true })} onClick={() => onClose()}>
          {t('close')}
        </Button>
        {changed > 0 && (
          <Button data-autofocus onClick={() => onClose('edited')}>
            {t('outcome.look', { count: changed, number: formatCount(changed) })}
          </Button>
        )}
      </ConfirmButtons>
    </Dialog>
  );
}

type ListProps = { outcome: ImportOutcome; text: string; pzns: readonly string[]; model: PriceListModel };

function PznList({ outcome, text, pzns, model }: ListProps) {
  const { t } = useTranslation('priceListImport');
  const title = t(`outcome.${outcome}`);
  return (
    <section className={classes.outcome} data-outcome={outcome} aria-label={title}>
      <OutcomeHead title={title} count={pzns.length} copied={() => pzns.join('\n')} />
      <p className={classes.outcomeText}>{text}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll, by the keyboard too */}
      <div className={classes.pzns} role="group" tabIndex={0} aria-label={t('outcome.list', { title })}>
        {pzns.slice(0, LISTED).map((pzn) => (
          <div key={pzn}>{articleText(pzn, model)}</div>
        ))}
        {pzns.length > LISTED && t('faulty.more', { number: formatCount(pzns.length - LISTED) })}
      </div>
    </section>
  );
}
