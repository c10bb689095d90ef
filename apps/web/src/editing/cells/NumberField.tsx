import { TextInput, type TextInputProps } from '@mantine/core';
import { readTypedNumber } from '@portal/rules';
import { type ReactNode, useState } from 'react';
import { NumberReadings } from './NumberReadings.tsx';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'error'> & {
  /** null: empty, NaN: what is typed cannot be taken. */
  value: number | null;
  /** No decimals: '3.000' has one reading. */
  whole?: boolean;
  isAllowed: (value: number) => boolean;
  /** Says what can be taken. */
  wrong: string;
  unit?: string;
  error?: ReactNode;
  onChange: (value: number | null) => void;
};

/** A number that keeps the text which is none, and says so. Who holds NaN must not go on. */
export function NumberField({ value, whole = false, isAllowed, wrong, unit, error, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState<{ text: string; value: number | null }>();
  const text = typed && Object.is(typed.value, value) ? typed.text : numberText(value);
  const read = (next: string) => {
    const number = readNumber(next, whole, isAllowed);
    setTyped({ text: next, value: number });
    onChange(number);
  };
  const isQuestion = readTypedNumber(text).kind === 'question' && Number.isNaN(value);
  const readings = isQuestion && (
    <NumberReadings text={text} unit={unit ?? null} isAllowed={isAllowed} onChoose={read} />
  );
  return (
    <TextInput
      inputMode="decimal"
      {...rest}
      {...(unit === undefined ? {} : { rightSection: unit, rightSectionPointerEvents: 'none' as const })}
      value={text}
      error={Number.isNaN(value) || (value !== null && !isAllowed(value)) ? readings || wrong : error}
      onChange={(event) => read(event.currentTarget.value)}
    />
  );
}

const numberText = (value: number | null) =>
  value === null || Number.isNaN(value) ? '' : String(value).replace('.', ',');

/** Of two readings the only one that is allowed; null: empty. */
function readNumber(text: string, whole: boolean, isAllowed: (value: number) => boolean): number | null {
  const typed = readTypedNumber(text);
  if (typed.kind === 'empty') return null;
  const decimals = whole || typed.kind !== 'question' ? [] : [typed.decimals];
  const all = typed.kind === 'number' ? [typed.value] : typed.kind === 'question' ? [...decimals, typed.thousands] : [];
  const [only, other] = all.filter((value) => isAllowed(value) && (!whole || Number.isInteger(value)));
  return only === undefined || other !== undefined ? Number.NaN : only;
}
