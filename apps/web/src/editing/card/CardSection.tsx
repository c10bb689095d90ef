import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

/** A headed part of the card. */
export function CardSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}
