import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { type Condition, COMPARISONS, conditionType, conditionValues } from '@portal/list-view';
import { readTypedNumber } from '@portal/rules';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberReadings } from '../cells/NumberReadings.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { ListView } from '../state/use-list-editor.ts';
import { type ConditionFields, isComparison, isWrong, readFields, takesTexts } from './condition-form.ts';
import { columnName, valueName } from './condition-words.ts';
import classes from './conditions.module.css';
import { conditionKeys } from '../kind/condition-keys.ts';

type Props<T extends KindTypes> = {
  editor: ListView<T>;
  first: ConditionFields;
  onSet: (condition: Condition) => void;
};

/** The fields of one condition: a column, how it is compared, and with what. */
export function ConditionEditor<T extends KindTypes>({ editor: { kind, view }, first, onSet }: Props<T>) {
  const { t } = useTranslation('editing');
  const [fields, setFields] = useState(first);
  const { key, is } = fields;
  const change = (part: Partial<ConditionFields>) => setFields({ ...fields, ...part });
  const words = { kind: kind.name, t };
  const condition = readFields(fields);
  const number = (name: 'than' | 'to', label: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      rightSection={SIGNS[conditionType(key) ?? 'text']}
      rightSectionPointerEvents="none"
      value={fields[name]}
      error={
        isWrong(fields[name])
          ? t('conditions.noNumber')
          : readTypedNumber(fields[name]).kind === 'question' && (
              <NumberReadings
                text={fields[name]}
                unit={SIGNS[conditionType(key) ?? 'text']}
                onChoose={(text) => change({ [name]: text })}
              />
            )
      }
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (condition) onSet(condition);
      }}
    >
      <NativeSelect
        label={t('conditions.column')}
        data-autofocus
        value={key}
        onChange={(event) => change({ key: event.currentTarget.value, than: '', to: '', values: [] })}
        data={conditionKeys(kind).map((each) => ({ value: each, label: columnName(each, words) }))}
      />
      {takesTexts(key) ? (
        <Values
          column={view.columnOf(key)}
          fields={fields}
          nameOf={(value) => valueName(key, value, words)}
          onChange={change}
        />
      ) : (
        <>
          <NativeSelect
            label={t('conditions.comparison')}
            value={is}
            onChange={(event) => isComparison(event.currentTarget.value) && change({ is: event.currentTarget.value })}
            data={COMPARISONS.map((each) => ({ value: each, label: t(`conditions.is.${each}`) }))}
          />
          {number('than', t(is === 'between' ? 'conditions.from' : 'conditions.value'))}
          {is === 'between' && number('to', t('conditions.to'))}
        </>
      )}
      <Button type="submit" disabled={condition === undefined}>
        {t('conditions.set')}
      </Button>
    </form>
  );
}

const SIGNS = { price: '€', percent: '%', count: null, text: null, elasticity: null } as const;

type ValuesProps = {
  column: Parameters<typeof conditionValues>[0] | undefined;
  fields: ConditionFields;
  nameOf: (value: string) => string;
  onChange: (part: Pick<ConditionFields, 'values'>) => void;
};

function Values({ column, fields, nameOf, onChange }: ValuesProps) {
  const { t } = useTranslation('editing');
  const values = useMemo(() => (column ? conditionValues(column) : []), [column]);
  return (
    <MultiSelect
      label={t('conditions.values')}
      searchable
      limit={300}
      maxDropdownHeight={280}
      nothingFoundMessage={t('second.nothing')}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      data={values.map((value) => ({ value, label: nameOf(value) }))}
      value={[...fields.values]}
      onChange={(chosen) => onChange({ values: chosen })}
    />
  );
}
