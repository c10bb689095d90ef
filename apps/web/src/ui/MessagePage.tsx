import type { ReactNode } from 'react';
import classes from './MessagePage.module.css';

/** A page that says one thing and offers one way on. */
export function MessagePage({
  code,
  cause,
  title,
  text,
  action,
}: {
  code?: string;
  cause?: string;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {text && <p className={classes.text}>{text}</p>}
      {action}
      {cause && <p className={classes.code}>{cause}</p>}
      {code && (
        <p className={classes.code} aria-hidden>
          {code}
        </p>
      )}
    </section>
  );
}
