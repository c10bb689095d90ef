import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './saved-views.module.css';

/** Longest name, in characters. */
const LONGEST = 60;

type Props = {
  /** Names that the person has used. */
  known: readonly string[];
  saving: boolean;
  /** True when it is saved. */
  onSave: (name: string, shared: boolean) => Promise<boolean>;
};

/** The form that keeps what is on screen under a name. */
export function SaveView({ known, saving, onSave }: Props) {
  const { t } = useTranslation('editing');
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const trimmed = name.trim();
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '' && !saving) void onSave(trimmed, shared).then((saved) => saved && setName(''));
      }}
    >
      <TextInput
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
