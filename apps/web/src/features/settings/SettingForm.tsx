import { Button, Checkbox, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Pharmacy } from '@portal/contracts';
import { type CalledSetting, declarationOf, fieldsOf, type ProductGroup } from '@portal/rules';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { ChoiceSelect } from './ChoiceSelect.tsx';
import {
  changedSetting,
  fieldKey,
  helpKey,
  inputText,
  type NumberField,
  readNumber,
  type SettingChanges,
  type SettingValues,
  typedSetting,
} from './setting-form.ts';
import classes from './settings.module.css';
import { useSaveSettingMutation } from './settings-api.ts';

/** Where a setting is, and what is stored there. */
export type SettingPlace = { pharmacy: Pharmacy; productGroup?: ProductGroup; stored: SettingValues };
/** What a setting shows beside its fields: below an input, and below all. */
export type UseExtras = (
  place: SettingPlace,
  typed: SettingValues,
) => { beneath?: (field: string) => ReactNode; after?: ReactNode };

type Props = SettingPlace & {
  name: CalledSetting;
  /** Of the form, for a screen reader. */
  label: string;
  readOnly: boolean;
  useExtras?: UseExtras | undefined;
};

/** Numbers and switches are saved by a button, choices at once. */
export function SettingForm({ name, label, readOnly, useExtras = () => ({}), ...place }: Props) {
  const { t } = useTranslation('settings');
  const { pharmacy, productGroup, stored } = place;
  const { none } = declarationOf(name);
  const fields = fieldsOf(name);
  const [save, { isLoading, error }] = useSaveSettingMutation();
  const [typed, setTyped] = useState<{ stored: SettingValues; changes: SettingChanges }>({ stored, changes: {} });
  // A newer stored state replaces what was typed.
  const changes = typed.stored === stored ? typed.changes : {};
  const change = (field: string, value: string | boolean) =>
    setTyped({ stored, changes: { ...changes, [field]: value } });
  const changed = changedSetting(name, stored, changes);
  const values = typedSetting(name, stored, changes);
  const { beneath, after } = useExtras(place, values);
  const hasButton = fields.some(([, { holds }]) => holds !== 'choice');
  const send = (body: SettingValues) =>
    save({
      name,
      params: { apoId: pharmacy.apoId, token: pharmacy.token, ...(productGroup && { productGroup }) },
      body,
    });

  const submit = async () => {
    if (!changed) return;
    const { data } = await send(changed);
    const closeButtonProps = { 'aria-label': t('close') };
    const message = t([`${name}.saved` as 'guardrails.saved', 'saved']);
    if (data) notifications.show({ color: 'teal', message, closeButtonProps });
  };

  const numbers = fields.flatMap(([field, each]) =>
    each.holds === 'number'
      ? [
          <NumberInput
            key={field}
            field={each}
            label={t(fieldKey(name, field))}
            help={t(helpKey(name, field))}
            none={none}
            text={inputText(field, stored, changes)}
            readOnly={readOnly}
            beneath={beneath?.(field)}
            onChange={(text) => change(field, text)}
          />,
        ]
      : [],
  );
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
              value={stored[field]}
              disabled={readOnly || isLoading}
              onChoose={(value) => void send({ ...typedSetting(name, stored, {}), [field]: value })}
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
          <Button type="submit" disabled={!changed} loading={isLoading}>
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
        void submit();
      }}
    >
      {content}
    </form>
  );
}

type NumberProps = {
  field: NumberField;
  label: string;
  help: string;
  none: string;
  text: string;
  readOnly: boolean;
  beneath: ReactNode;
  onChange: (text: string) => void;
};

function NumberInput({ field, label, help, none, text, readOnly, beneath, onChange }: NumberProps) {
  const { t } = useTranslation('settings');
  const { min, max, unit, initial } = field;
  const wrong = readNumber(field, text) === undefined;
  return (
    <div>
      <TextInput
        label={label}
        inputMode="numeric"
        rightSection={unit}
        placeholder={initial === null ? none : undefined}
        description={help}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSectionPointerEvents="none"
        value={text}
        readOnly={readOnly}
        error={wrong && t(initial === null ? 'wrong' : 'wrongRequired', { min, max })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {!wrong && beneath}
    </div>
  );
}
