import { Button, Checkbox, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Pharmacy } from '@portal/contracts';
import { type CalledSetting, declarationOf, fieldsOf, type ProductGroup, type SettingValue } from '@portal/rules';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import {
  enteredSetting,
  fieldKey,
  helpKey,
  inputText,
  type SettingChanges,
  type SettingValues,
} from './setting-form.ts';
import classes from './settings.module.css';
import { useSaveSettingMutation } from './settings-api.ts';

/** Where a setting is, and what is stored there. */
export type StoredSetting = { pharmacy: Pharmacy; productGroup?: ProductGroup; stored: SettingValues };
/** What a setting shows beside its fields: below an input, and below all. */
export type UseExtras = (
  setting: StoredSetting,
  entered: ReturnType<typeof enteredSetting>,
) => { beneath?: (field: string) => ReactNode; after?: ReactNode };

type Props = StoredSetting & {
  name: CalledSetting;
  /** Of the form, for a screen reader. */
  label: string;
  readOnly: boolean;
  useExtras?: UseExtras | undefined;
};

/** Saved by a button; where there are only choices, at once. */
export function SettingForm({ name, label, readOnly, useExtras = () => ({}), ...setting }: Props) {
  const { t } = useTranslation('settings');
  const { pharmacy, productGroup, stored } = setting;
  const { none } = declarationOf(name);
  const fields = fieldsOf(name);
  const [save, { isLoading, error }] = useSaveSettingMutation();
  const [typed, setTyped] = useState<{ stored: SettingValues; changes: SettingChanges }>({ stored, changes: {} });
  // A newer stored state replaces what was typed.
  const changes = typed.stored === stored ? typed.changes : {};
  const change = (field: string, value: string | SettingValue) =>
    setTyped({ stored, changes: { ...changes, [field]: value } });
  const values = enteredSetting(name, stored, changes);
  const isReady =
    fields.every(([field]) => values[field] !== undefined) && fields.some(([field]) => values[field] !== stored[field]);
  const { beneath, after } = useExtras(setting, values);
  const hasButton = fields.some(([, { holds }]) => holds !== 'choice');
  const params = { apoId: pharmacy.apoId, token: pharmacy.token, ...(productGroup && { productGroup }) };

  const send = (body: typeof values) => save({ name, params, body: body as SettingValues });

  const submit = async () => {
    const { data } = await send(values);
    const closeButtonProps = { 'aria-label': t('close') };
    const message = t([`${name}.saved` as 'guardrails.saved', 'saved']);
    if (data) notifications.show({ color: 'teal', message, closeButtonProps });
  };

  const numbers = fields.flatMap(([field, each]) => {
    if (each.holds !== 'number') return [];
    const { min, max, unit, initial } = each;
    const isWrong = values[field] === undefined;
    return (
      <div key={field}>
        <TextInput
          label={t(fieldKey(name, field))}
          inputMode="numeric"
          rightSection={unit}
          placeholder={initial === null ? none : undefined}
          description={t(helpKey(name, field))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rightSectionPointerEvents="none"
          value={inputText(field, stored, changes)}
          readOnly={readOnly}
          error={isWrong && t(initial === null ? 'wrong' : 'wrongRequired', { min, max })}
          onChange={(event) => change(field, event.currentTarget.value)}
        />
        {!isWrong && beneath?.(field)}
      </div>
    );
  });
  const content = (
    <>
      {numbers.length > 0 && <div className={classes.limits}>{numbers}</div>}
      {fields.map(
        ([field, each]) =>
          each.holds === 'choice' && (
            <ChoiceSelect
              key={field}
              field={each}
              label={t(fieldKey(name, field))}
              none={none}
              value={values[field]}
              disabled={readOnly || isLoading}
              onChoose={(value) => (hasButton ? change(field, value) : void send({ ...values, [field]: value }))}
            />
          ),
      )}
      {after}
      {fields.map(
        ([field, each]) =>
          each.holds === 'switch' && (
            <Checkbox
              key={field}
              className={classes.hold ?? ''}
              label={t(fieldKey(name, field))}
              checked={values[field] === true}
              disabled={readOnly}
              onChange={(event) => change(field, event.currentTarget.checked)}
            />
          ),
      )}
      {hasButton && !readOnly && (
        <ConfirmButtons justify="flex-start">
          <Button type="submit" disabled={!isReady} loading={isLoading}>
            {t('save')}
          </Button>
        </ConfirmButtons>
      )}
      {error && (
        <p className={classes.failure} role="alert">
          {t([`${name}.failed` as 'guardrails.failed', 'saveFailed'])} {errorMessage(error)}
        </p>
      )}
    </>
  );
  if (!hasButton) return content;
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void submit();
      }}
    >
      {content}
    </form>
  );
}
