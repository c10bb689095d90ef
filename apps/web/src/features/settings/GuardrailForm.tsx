import { Button, Checkbox, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Pharmacy } from '@portal/contracts';
import { GUARDRAIL_MAXIMUM, type Guardrail, GUARDRAILS, type Guardrails, type ProductGroup } from '@portal/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { changedGuardrails, type GuardrailChanges, limitText, readLimit, typedGuardrails } from './guardrail-form.ts';
import classes from './settings.module.css';
import { useSetGuardrailsMutation } from './settings-api.ts';
import { useLimitEffect } from './use-limit-effect.ts';

type Props = {
  pharmacy: Pharmacy;
  productGroup: ProductGroup;
  /** of the group, for a screen reader */
  name: string;
  stored: Guardrails;
  readOnly: boolean;
};

/** Rules 12.6 and 12.7. */
export function GuardrailForm({ pharmacy, productGroup, name, stored, readOnly }: Props) {
  const { t } = useTranslation('settings');
  const { apoId, token } = pharmacy;
  const [save, { isLoading, error }] = useSetGuardrailsMutation();
  const [typed, setTyped] = useState<{ stored: Guardrails; changes: GuardrailChanges }>({ stored, changes: {} });
  // A newer stored state replaces what was typed.
  const changes = typed.stored === stored ? typed.changes : {};
  const change = (more: GuardrailChanges) => setTyped({ stored, changes: { ...changes, ...more } });
  const body = changedGuardrails(stored, changes);
  const limits = typedGuardrails(stored, changes);
  const hasLimit = GUARDRAILS.some((limit) => limits[limit] !== null);
  const effect = useLimitEffect({ pharmacy, productGroup }, limits);

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
            <div key={limit}>
              <TextInput
                label={t(`guardrails.${limit}`)}
                inputMode="numeric"
                rightSection="%"
                placeholder={t('guardrails.none')}
                description={t(`guardrails.example.${limit}`)}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                rightSectionPointerEvents="none"
                value={text}
                readOnly={readOnly}
                error={wrong && t('guardrails.wrong', { max: GUARDRAIL_MAXIMUM[limit] })}
                onChange={(event) => change({ [limit]: event.currentTarget.value })}
              />
              {effect.counts && !wrong && text.trim() !== '' && (
                <Effect limit={limit} count={effect.counts.get(limit) ?? 0} />
              )}
            </div>
          );
        })}
      </div>
      <div className={classes.effects}>
        {!effect.counts && hasLimit && (
          <Button variant="default" loading={effect.isFetching} onClick={effect.show}>
            {t('guardrails.showEffect')}
          </Button>
        )}
        {effect.error && (
          <p className={classes.failure} role="alert">
            {errorMessage(effect.error)}
          </p>
        )}
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
            {t('save')}
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

function Effect({ limit, count }: { limit: Guardrail; count: number }) {
  const { t } = useTranslation('settings');
  // a change is judged when it is made
  if (limit === 'maxChangePercent') return <p className={classes.counted}>{t('guardrails.onChange')}</p>;
  return (
    <p className={classes.counted} data-broken={count > 0 || undefined}>
      {t('guardrails.effect', { count, formatted: formatCount(count) })}
    </p>
  );
}
