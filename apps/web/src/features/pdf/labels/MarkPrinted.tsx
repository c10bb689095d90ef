import { Alert, Button } from '@mantine/core';
import type { LabelState } from '@portal/contracts';
import type { Label } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import type { LabelArticle } from './label-rows.ts';
import classes from './labels.module.css';
import { useMarkLabelsPrintedMutation } from './labels-api.ts';

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
  const [marked, setMarked] = useState<{ id: number; count: number } | null>(null);
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
    setMarked({ id: data.latest.id, count: data.latest.labels + data.latest.removed });
    onMarked();
  };
  return (
    <>
      <ConfirmButtons>
        <Button variant="default" loading={isLoading} onClick={() => void markAll()}>
          {t('mark')}
        </Button>
      </ConfirmButtons>
      <p className={classes.text} role="status">
        {latest === null && t('firstPrint')}
        {/* not any more once it was taken back */}
        {marked &&
          marked.id === latest?.id &&
          t('marked', { count: marked.count, formatted: formatCount(marked.count) })}
      </p>
      {error && (
        <Alert color="red" role="alert" title={t('notMarked')}>
          {errorMessage(error)}
        </Alert>
      )}
    </>
  );
}
