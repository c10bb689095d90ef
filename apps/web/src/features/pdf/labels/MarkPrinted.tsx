import { Alert, Button } from '@mantine/core';
import type { LabelState } from '@portal/contracts';
import type { Label } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import type { LabelArticle } from './label-rows.ts';
import classes from './labels.module.css';
import { useMarkLabelsPrintedMutation, useUndoLabelsPrintedMutation } from './labels-api.ts';

type Params = { apoId: string; token: string };
type Props = {
  params: Params;
  labels: readonly Label[];
  toRemove: readonly LabelArticle[];
  /** null before the first. */
  latest: LabelState['latest'] | undefined;
  onMarked: () => void;
};

/** Rule 16.9. */
export function MarkPrinted({ params, labels, toRemove, latest, onMarked }: Props) {
  const { t } = useTranslation('labels');
  const [mark, { error, isLoading }] = useMarkLabelsPrintedMutation();
  const [marked, setMarked] = useState<number | null>(null);
  const markAll = async () => {
    const { data } = await mark({
      params,
      body: {
        labels: [
          ...labels.map(({ pzn, effectivePrice }) => ({ pzn, price: effectivePrice })),
          ...toRemove.map(({ pzn }) => ({ pzn, price: null })),
        ],
      },
    });
    if (!data?.latest) return;
    setMarked(data.latest.labels + data.latest.removed);
    onMarked();
  };
  return (
    <>
      <ConfirmButtons>
        <Button
          variant="default"
          disabled={labels.length + toRemove.length === 0}
          loading={isLoading}
          onClick={() => void markAll()}
        >
          {t('mark')}
        </Button>
      </ConfirmButtons>
      <p className={classes.text} role="status">
        {marked === null
          ? latest === null && t('firstPrint')
          : t('marked', { count: marked, formatted: formatCount(marked) })}
      </p>
      {error && (
        <Alert color="red" role="alert" title={t('notMarked')}>
          {errorMessage(error)}
        </Alert>
      )}
      {latest?.mayUndo && <LastPrint params={params} latest={latest} onUndone={() => setMarked(null)} />}
    </>
  );
}

type LastPrintProps = { params: Params; latest: NonNullable<LabelState['latest']>; onUndone: () => void };

function LastPrint({ params, latest, onUndone }: LastPrintProps) {
  const { t } = useTranslation('labels');
  const [undo, { error, isLoading }] = useUndoLabelsPrintedMutation();
  const count = latest.labels + latest.removed;
  const takeBack = async () => {
    const { data } = await undo({ params: { ...params, printId: latest.id } });
    if (data) onUndone();
  };
  return (
    <div className={classes.lastPrint}>
      <p className={classes.text}>
        {t('lastPrint', {
          count,
          formatted: formatCount(count),
          at: formatInstant(latest.printedAt, 'dd.MM.yyyy HH:mm'),
          name: latest.userName,
        })}
      </p>
      {/* A second click would take back the print before, which is the last then. */}
      <ConfirmButtons since={latest.id}>
        <Button size="compact-sm" variant="subtle" loading={isLoading} onClick={() => void takeBack()}>
          {t('undo')}
        </Button>
      </ConfirmButtons>
      {error && (
        <Alert color="red" role="alert" title={t('notMarked')}>
          {errorMessage(error)}
        </Alert>
      )}
    </div>
  );
}
