import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../editing/cells/NumberField.tsx';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './exports.module.css';

type Props = { isSaving: boolean; onConfirm: (count: number | null) => void; onCancel: () => void };

/** Rule 9.42: what the till reports of a file, before it counts as loaded. */
export function TillReport({ isSaving, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState<number | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => input.current?.focus(), []);
  const confirm = () => {
    if (count !== null && !Number.isNaN(count)) return onConfirm(count);
    setMissing(true);
    input.current?.focus();
  };
  return (
    <form
      className={classes.report}
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      <ConfirmButtons justify="flex-start" align="flex-end" gap="xs">
        <NumberField
          ref={input}
          className={classes.count ?? ''}
          label={t('exports.till.file.report.label')}
          inputMode="numeric"
          value={count}
          whole
          isAllowed={(value) => value >= 0 && value < 1e7}
          wrong={t('exports.till.file.report.missing')}
          error={isMissing && t('exports.till.file.report.missing')}
          errorProps={{ className: classes.fault }}
          onChange={(value) => {
            setCount(value);
            setMissing(false);
          }}
        />
        <Button type="submit" size="compact-sm" disabled={Number.isNaN(count)} loading={isSaving}>
          {t('confirm')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isSaving} onClick={() => onConfirm(null)}>
          {t('exports.till.file.report.none')}
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={isSaving} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </ConfirmButtons>
    </form>
  );
}
