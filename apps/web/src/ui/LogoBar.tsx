import classes from './LogoBar.module.css';
import { LogoMark } from './LogoMark.tsx';

/** The bar of pages outside the portal. */
export function LogoBar() {
  return (
    <header className={classes.bar}>
      <LogoMark />
    </header>
  );
}
