import { Button, Checkbox, TextInput } from '@mantine/core';
import type { BulkRule } from '@portal/rules';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bulk.module.css';
import { keyOf, type SavedRulesState } from './use-saved-rules.ts';

type Props = {
  rules: SavedRulesState;
  rule: BulkRule | undefined;
  /** For every update from now on, under the name typed (rule 18.1). */
  onStanding: (rule: BulkRule, name: string) => void;
};

/** A name for the rule, for the next time (rule 3.17). */
export function SaveRule({ rules: { saved, choose, keep, saving }, rule, onStanding }: Props) {
  const { t } = useTranslation(['bulk', 'standing']);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const trimmed = name.trim();
  const store = async () => {
    if (!rule || !(await keep(trimmed, rule, shared))) return;
    choose(keyOf({ name: trimmed, mine: true, userName: '' }));
    setName('');
    setShared(false);
    // The button that was pressed takes nothing any more.
    nameField.current?.focus();
  };
  return (
    <div className={classes.keep}>
      <TextInput
        ref={nameField}
        label={t('keepAs')}
        maxLength={60}
        description={saved.some((each) => each.mine && each.name === trimmed) ? t('replaces') : undefined}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        size="sm"
        className={classes.share ?? ''}
        label={t('share')}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button
        variant="default"
        disabled={rule === undefined || trimmed === ''}
        loading={saving}
        onClick={() => void store()}
      >
        {t('save')}
      </Button>
      <Button variant="subtle" disabled={rule === undefined} onClick={() => rule && onStanding(rule, trimmed)}>
        {t('standing:open')}
      </Button>
    </div>
  );
}
