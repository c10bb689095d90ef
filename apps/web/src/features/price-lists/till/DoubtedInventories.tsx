import { Alert, Button } from '@mantine/core';
import type { AnswerOf, getTillCheck } from '@portal/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { formatInstant } from '../../../lib/format.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './till-check.module.css';
import { useDecideTillInventoryMutation } from './till-check-api.ts';

type Doubted = AnswerOf<typeof getTillCheck>['doubted'][number];
type Props = {
  params: { apoId: string; token: string };
  doubted: readonly Doubted[];
  /** A comparison is shown below. */
  hasFormer: boolean;
  /** Undefined where there is only one till. */
  nameOf: ((till: Doubted) => string) | undefined;
};

/** What tills have sent and what does not count yet (rule 9.45). */
export function DoubtedInventories({ params, doubted, hasFormer, nameOf }: Props) {
  const { t } = useTranslation('tillCheck');
  const [decide, { error, isLoading }] = useDecideTillInventoryMutation();
  return doubted.map((inventory) => {
    const { account, takenAt, doubts } = inventory;
    const at = formatInstant(takenAt, 'dd.MM.yyyy HH:mm');
    const say = (counts: boolean) => void decide({ params, body: { till: account, takenAt, counts } });
    return (
      <Alert
        key={account}
        className={classes.doubted ?? ''}
        color="orange"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={nameOf ? t('doubtedOf', { at, name: nameOf(inventory) }) : t('doubted', { at })}
      >
        {doubts.map((sentence) => (
          <div key={sentence}>{sentence}</div>
        ))}
        <div>{hasFormer ? `${t('doubtedHow')} ${t('doubtedFormer')}` : t('doubtedHow')}</div>
        {error && <div role="alert">{errorMessage(error)}</div>}
        <ConfirmButtons justify="flex-start" mt="xs">
          <Button size="compact-sm" loading={isLoading} onClick={() => say(true)}>
            {t('confirm')}
          </Button>
          <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => say(false)}>
            {t('drop')}
          </Button>
        </ConfirmButtons>
      </Alert>
    );
  });
}
