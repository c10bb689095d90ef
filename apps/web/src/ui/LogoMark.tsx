import classes from './LogoMark.module.css';

/** Sign and name of the portal. */
export function LogoMark() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true">
        <rect className={classes.plate} width="32" height="32" rx="7" />
        <path className={classes.letter} d="M9 9.5h14M16 9.5V23" />
        <circle className={classes.dot} cx="22.5" cy="20.5" r="3" />
      </svg>
      <span className={classes.word}>
        True<b>Price</b>
      </span>
    </>
  );
}
