import { type ReactNode, useRef, useState } from 'react';
import { HeadSlot } from './head-slot.tsx';
import classes from './screen.module.css';
import { usePageFollows } from './use-page-follows.ts';

type Props = {
  /** What everybody has to know, a line each. */
  notices: ReactNode;
  title: ReactNode;
  /** Before the title, the way back from what is only read. */
  back?: ReactNode;
  /** What is known of the list: dates, deadline. */
  facts?: ReactNode;
  /** Standard or expert; false for a list without such modes. */
  modes: ReactNode;
  children: ReactNode;
};

/** A list at work: notices, one line of title and status, tools, rows, buttons (rules 2.44 and 3.21). */
export function WorkScreen({ notices, title, back, facts, modes, children }: Props) {
  const screen = useRef<HTMLElement>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  usePageFollows(screen);
  return (
    <section ref={screen} className={classes.screen} data-work-screen>
      {notices}
      <header className={classes.title}>
        {back}
        <h1 className={classes.heading}>{title}</h1>
        {facts}
        <div ref={setSlot} className={classes.head} translate="no" />
        {modes !== false && <div className={classes.modeSlot}>{modes}</div>}
      </header>
      <HeadSlot value={slot}>{children}</HeadSlot>
    </section>
  );
}
