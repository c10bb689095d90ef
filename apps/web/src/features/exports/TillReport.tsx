import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import classes from './exports.module.css';

type Props = { isSaving: boolean; onConfirm: (count: number | null) => void; onCancel: () => void };

/** Rule 9.42: what the till reports of a file, before it counts as loaded. */
export function TillReport({ isSaving, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => input.current?.focus(), []);
  const digits = typed.replace(/[.\s]/g, '');
  const confirm = () => {
    if (/^\d{1,7}$/.test(digits)) return onConfirm(Number(digits));
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
        <TextInput
          ref={input}
          className={classes.count ?? ''}
          label={t('exports.till.file.report.label')}
          inputMode="numeric"
          value={typed}
          error={isMissing && t('exports.till.file.report.missing')}
          errorProps={{ className: classes.fault }}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setMissing(false);
          }}
        />
        <Button type="submit" size="compact-sm" loading={isSaving}>
          {t('exports.till.file.report.confirm')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isSaving} onClick={() => onConfirm(null)}>
          {t('exports.till.file.report.none')}
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={isSaving} onClick={onCancel}>
          {t('exports.till.file.report.cancel')}
        </Button>
      </ConfirmButtons>
    </form>
  );
}
