import { Alert, Button } from '@mantine/core';
import type { Label } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import type { LabelArticle } from './label-rows.ts';
import classes from './labels.module.css';
import { useMarkLabelsPrintedMutation, useUndoLabelsPrintedMutation } from './labels-api.ts';

type Props = {
  params: { apoId: string; token: string };
  labels: readonly Label[];
  toRemove: readonly LabelArticle[];
  /** What else is on the lists will be taken to be labelled rightly. */
  first: boolean;
  onMarked: () => void;
};

/** 'Als gedruckt merken', and the way back from it (rule 16.9). */
export function MarkPrinted({ params, labels, toRemove, first, onMarked }: Props) {
  const { t } = useTranslation('labels');
  const [mark, marking] = useMarkLabelsPrintedMutation();
  const [undo, undoing] = useUndoLabelsPrintedMutation();
  const [done, setDone] = useState<{ id: number; count: number } | null>(null);
  const error = marking.error ?? undoing.error;
  const markAll = async () => {
    undoing.reset();
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
    setDone({ id: data.latest.id, count: data.latest.labels + data.latest.removed });
    onMarked();
  };
  const takeBack = async (id: number) => {
    const { data } = await undo({ params: { ...params, printId: id } });
    if (data) setDone(null);
  };
  return (
    <>
      {!done && (
        <ConfirmButtons>
          <Button
            variant="default"
            disabled={labels.length + toRemove.length === 0}
            loading={marking.isLoading}
            onClick={() => void markAll()}
          >
            {t('mark')}
          </Button>
        </ConfirmButtons>
      )}
      <p className={classes.text} role="status">
        {done ? t('marked', { count: done.count, formatted: formatCount(done.count) }) : first && t('firstPrint')}
      </p>
      {done && (
        <ConfirmButtons>
          <Button variant="default" loading={undoing.isLoading} onClick={() => void takeBack(done.id)}>
            {t('undo')}
          </Button>
        </ConfirmButtons>
      )}
      {error && (
        <Alert color="red" role="alert" title={t('notMarked')}>
          {errorMessage(error)}
        </Alert>
      )}
    </>
  );
}
