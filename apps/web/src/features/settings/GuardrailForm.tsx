import { Button, Checkbox, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Pharmacy } from '@portal/contracts';
import { GUARDRAIL_MAXIMUM, GUARDRAILS, type Guardrails, type ProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { changedGuardrails, type GuardrailChanges, limitText, readLimit } from './guardrail-form.ts';
import classes from './settings.module.css';
import { useSetGuardrailsMutation } from './settings-api.ts';

type Props = {
  pharmacy: Pharmacy;
  productGroup: ProductGroup;
  /** of the group, for a screen reader */
  name: string;
  stored: Guardrails;
  readOnly: boolean;
};

/** Rules 12.6 and 12.7. */
export function GuardrailForm({ pharmacy: { apoId, token }, productGroup, name, stored, readOnly }: Props) {
  const { t } = useTranslation('settings');
  const [save, { isLoading, error }] = useSetGuardrailsMutation();
  const [typed, setTyped] = useState<{ stored: Guardrails; changes: GuardrailChanges }>({ stored, changes: {} });
  // A newer stored state replaces what was typed.
  const changes = typed.stored === stored ? typed.changes : {};
  const change = (more: GuardrailChanges) => setTyped({ stored, changes: { ...changes, ...more } });
  const body = changedGuardrails(stored, changes);

  const submit = async () => {
    if (!body) return;
    const { data } = await save({ params: { apoId, token, productGroup }, body });
    const closeButtonProps = { 'aria-label': t('close') };
    if (data) notifications.show({ color: 'teal', message: t('guardrails.saved'), closeButtonProps });
  };

  return (
    <form
      aria-label={t('guardrails.form', { group: name })}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={classes.limits}>
        {GUARDRAILS.map((limit) => {
          const text = limitText(limit, stored, changes);
          const wrong = readLimit(limit, text) === undefined;
          return (
            <TextInput
              key={limit}
              label={t(`guardrails.${limit}`)}
              inputMode="numeric"
              rightSection="%"
              rightSectionPointerEvents="none"
              value={text}
              readOnly={readOnly}
              error={wrong && t('guardrails.wrong', { max: GUARDRAIL_MAXIMUM[limit] })}
              onChange={(event) => change({ [limit]: event.currentTarget.value })}
            />
          );
        })}
      </div>
      <Checkbox
        className={classes.hold ?? ''}
        label={t('guardrails.hold')}
        checked={changes.holdOnBreach ?? stored.holdOnBreach}
        disabled={readOnly}
        onChange={(event) => change({ holdOnBreach: event.currentTarget.checked })}
      />
      {!readOnly && (
        <ConfirmButtons justify="flex-start">
          <Button type="submit" disabled={!body} loading={isLoading}>
            {t('guardrails.save')}
          </Button>
        </ConfirmButtons>
      )}
      {error && (
        <p className={classes.failure} role="alert">
          {t('guardrails.failed')} {errorMessage(error)}
        </p>
      )}
    </form>
  );
}
