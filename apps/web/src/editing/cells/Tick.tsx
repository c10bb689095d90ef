import classes from './cells.module.css';

type Props = {
  label: string;
  checked: boolean;
  /** Some of the rows are ticked ('select all' only). */
  partly?: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

/** Bare: twenty are drawn per scroll step. */
export function Tick({ label, checked, partly = false, disabled, onChange }: Props) {
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      className={classes.tick}
      aria-label={label}
      title={label}
      checked={checked}
      disabled={disabled}
      ref={(element) => {
        if (element) element.indeterminate = partly;
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
