import { Button } from '@mantine/core';
import type { Pharmacy } from '@portal/contracts';
import { useTranslation } from 'react-i18next';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './several.module.css';
import type { useTargets } from './use-targets.ts';

type Props = {
  targets: Pick<ReturnType<typeof useTargets>, 'running' | 'lookAgain'>;
  saved: number;
  refused: number;
  /** Refused ones that can be looked at again. */
  again: readonly Pharmacy[];
  /** Lists that would be saved. */
  count: number;
  /** The open list is the only one of them. */
  onlyHere?: boolean;
  loading: boolean;
  /** Why there is nothing to save, but perhaps in the open list. */
  nothing: string;
  onSave: () => Promise<void>;
  onClose: () => void;
};

/** What became of saves in several pharmacies, and the next one (rules 3.36 and 3.37). */
export function SaveButtons({ targets, saved, refused, again, onlyHere = false, loading, ...props }: Props) {
  const { t } = useTranslation('several');
  const { count, nothing, onSave, onClose } = props;
  const { running } = targets;
  const started = saved + refused > 0;
  return (
    <>
      <p className={classes.said} role="status">
        {!running && started && t(refused > 0 ? 'resultFailed' : 'result', { saved, all: saved + refused })}
        {!started && (count === 0 || onlyHere) && !loading && nothing}
      </p>
      <ConfirmButtons mt="md" since={saved + refused}>
        <Button variant="default" disabled={running} onClick={onClose}>
          {t(started ? 'close' : 'cancel')}
        </Button>
        {again.length > 0 && !running && (
          <Button variant="default" onClick={() => targets.lookAgain(again)}>
            {t('again', { count: again.length })}
          </Button>
        )}
        {(count > 0 || !started) && (
          <Button disabled={count === 0 || loading} loading={running} onClick={() => void onSave()}>
            {onlyHere ? t('onlyHere') : t('submit', { count })}
          </Button>
        )}
      </ConfirmButtons>
    </>
  );
}
