import { TextInput } from '@mantine/core';
import type { Condition } from '@portal/list-view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindTypes } from '../kind/kind.ts';
import type { ListView } from '../state/use-list-editor.ts';
import { readConditionLine } from './condition-text.ts';
import { columnName } from './condition-words.ts';
import classes from './conditions.module.css';
import { conditionKeys } from '../kind/condition-keys.ts';

type Props<T extends KindTypes> = {
  editor: Pick<ListView<T>, 'kind'>;
  onSet: (conditions: readonly Condition[]) => void;
};

/** Conditions as they are said, in one line. */
export function ConditionLine<T extends KindTypes>({ editor: { kind }, onSet }: Props<T>) {
  const { t } = useTranslation('editing');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const read = () => {
    const columns = conditionKeys(kind).map((key) => ({ key, name: columnName(key, { kind: kind.name, t }) }));
    const line = readConditionLine(text, columns);
    if (line.kind === 'conditions') return onSet(line.conditions);
    return setError(t(`conditions.line.${line.kind}`, { part: line.part, names: line.near?.join(', ') }));
  };
  return (
    <form
      className={classes.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') read();
      }}
    >
      <TextInput
        label={t('conditions.line.label')}
        placeholder={t('conditions.line.example')}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError('');
        }}
      />
    </form>
  );
}
