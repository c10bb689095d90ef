import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {note && <span className={classes.note}>{note}</span>}
      </header>
      {children}
    </section>
  );
}
