import { NativeSelect } from '@mantine/core';
import { choicesOf, type SettingField, type SettingValue } from '@portal/rules';
import classes from './settings.module.css';

type Props = {
  field: SettingField & { readonly holds: 'choice' };
  label: string;
  /** What null reads as, where it may be. */
  none?: string;
  value: SettingValue | undefined;
  disabled: boolean;
  onChoose: (value: number | null) => void;
};

export function ChoiceSelect({ field, label, none = '', value, disabled, onChoose }: Props) {
  const choices = [...(field.initial === null ? [[null, none] as const] : []), ...choicesOf(field)];
  return (
    <NativeSelect
      classNames={{ input: classes.select ?? '' }}
      aria-label={label}
      value={String(value)}
      disabled={disabled}
      onChange={({ currentTarget }) => onChoose(choices[currentTarget.selectedIndex]?.[0] ?? null)}
      data={choices.map(([each, text]) => ({
        value: String(each),
        label: text.charAt(0).toUpperCase() + text.slice(1),
      }))}
    />
  );
}
