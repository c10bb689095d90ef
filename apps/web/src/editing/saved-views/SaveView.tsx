import { Button, Checkbox, TextInput } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './saved-views.module.css';

/** Longest name, in characters. */
const LONGEST = 60;

type Props = {
  /** Names that the person has used. */
  known: readonly string[];
  saving: boolean;
  /** The input of the name, for what is pressed and then gone. */
  field: RefObject<HTMLInputElement | null>;
  /** True when it is saved. */
  onSave: (name: string, shared: boolean) => Promise<boolean>;
};

/** The form that keeps what is on screen under a name. */
export function SaveView({ known, saving, field, onSave }: Props) {
  const { t } = useTranslation('editing');
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const trimmed = name.trim();
  const save = async () => {
    if (!(await onSave(trimmed, shared))) return;
    setName('');
    // The button that was pressed takes nothing any more.
    field.current?.focus();
  };
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '' && !saving) void save();
      }}
    >
      <TextInput
        ref={field}
        label={t('views.name')}
        maxLength={LONGEST}
        description={known.includes(trimmed) ? t('views.replaces') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        size="sm"
        label={t('views.share')}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit" size="xs" variant="default" disabled={trimmed === ''} loading={saving}>
        {t('views.save')}
      </Button>
    </form>
  );
}
