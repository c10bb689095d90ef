import { Button } from '@mantine/core';

type ToggleProps = { label: string; on: boolean; disabled?: boolean; onChange: (on: boolean) => void };

/** A button that stays pressed. */
export function Toggle({ label, on, disabled = false, onChange }: ToggleProps) {
  return (
    <Button
      size="compact-sm"
      variant={on ? 'filled' : 'default'}
      aria-pressed={on}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      {label}
    </Button>
  );
}
