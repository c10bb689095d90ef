import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useSearchKey } from '../lib/use-search-key.ts';

type Props = {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
  /** Of a dialog that opens with it. */
  opensFocused?: boolean;
};

/** A search field whose placeholder is its label. */
export function SearchField({ label, clearLabel, value, onChange, className, opensFocused = false }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  return (
    <TextInput
      ref={field}
      {...(opensFocused ? { 'data-autofocus': true } : {})}
      className={className ?? ''}
      type="text"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // what is typed or scanned next takes its place
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.select()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={value && <CloseButton size="sm" aria-label={clearLabel} onClick={() => onChange('')} />}
      rightSectionPointerEvents="auto"
    />
  );
}
