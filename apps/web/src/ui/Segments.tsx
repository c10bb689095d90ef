import { useId } from 'react';
import classes from './Segments.module.css';

type Props<Value extends string> = {
  /** Accessible name. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { readonly value: Value; readonly label: string; readonly title?: string }[];
  small?: boolean;
  className?: string | undefined;
};

/** Native radio buttons: Mantine's measure the page (ADR 82). */
export function Segments<Value extends string>({ label, value, onChange, choices, small, className }: Props<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={className ? `${classes.segments} ${className}` : classes.segments}
      data-small={small ? '' : undefined}
    >
      {choices.map((choice) => (
        <div key={choice.value} className={classes.segment}>
          <input
            type="radio"
            id={`${name}-${choice.value}`}
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className={classes.input}
          />
          <label htmlFor={`${name}-${choice.value}`} className={classes.label} title={choice.title}>
            {choice.label}
          </label>
        </div>
      ))}
    </div>
  );
}
