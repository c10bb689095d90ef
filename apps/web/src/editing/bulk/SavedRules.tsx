import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { SavedRule } from '@portal/contracts';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { type BulkFields, fieldsOfRule, readRule } from './bulk-fields.ts';
import classes from './bulk.module.css';
import { useSavedRules } from './use-saved-rules.ts';

type Props = { fields: BulkFields; onChosen: (fields: BulkFields) => void };

/** Rule 3.17. */
export function SavedRules({ fields, onChosen }: Props) {
  const { t } = useTranslation('bulk');
  const { kept, error, saving, keep, forget } = useSavedRules();
  const [chosen, choose] = useState('');
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const rule = readRule(fields);
  const nameField = useRef<HTMLInputElement>(null);
  const trimmed = name.trim();
  const current = kept.find((each) => keyOf(each) === chosen);
  const labelOf = (each: SavedRule) => (each.mine && !each.shared ? each.name : t(each.mine ? 'shared' : 'of', each));
  const removal = current?.by ? t('unshare', current) : t('forget', { name: current?.name ?? '' });
  const store = async () => {
    if (!rule || !(await keep(trimmed, rule, shared))) return;
    choose(keyOf({ name: trimmed, mine: true, userName: '' }));
    setName('');
    setShared(false);
    // The button that was pressed takes nothing any more.
    nameField.current?.focus();
  };
  return (
    <div className={classes.kept}>
      {kept.length > 0 && (
        <>
          <NativeSelect
            label={t('kept')}
            value={current ? chosen : ''}
            onChange={(event) => {
              const wanted = kept.find((each) => keyOf(each) === event.currentTarget.value);
              choose(event.currentTarget.value);
              if (wanted) onChosen(fieldsOfRule(wanted.rule));
            }}
            data={[
              { value: '', label: t('choose') },
              ...kept.map((each) => ({ value: keyOf(each), label: labelOf(each) })),
            ]}
          />
          <ConfirmButtons>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={removal}
              title={removal}
              disabled={!(current?.mine || current?.by) || saving}
              onClick={() => current && void forget(current)}
            >
              <IconTrash aria-hidden size={16} />
            </ActionIcon>
          </ConfirmButtons>
        </>
      )}
      <TextInput
        ref={nameField}
        label={t('keepAs')}
        maxLength={60}
        description={kept.some((each) => each.mine && each.name === trimmed) ? t('replaces') : undefined}
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
        {t('keep')}
      </Button>
      {error && (
        <p role="alert" className={classes.failure}>
          {errorMessage(error)}
        </p>
      )}
    </div>
  );
}

/** Own rules by their name, those of others by whose they are too. */
function keyOf({ name, mine, userName }: Pick<SavedRule, 'name' | 'mine' | 'userName'>): string {
  return mine ? name : `${name}\n${userName}`;
}
