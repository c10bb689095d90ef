import { type ReactNode, useEffect, useRef } from 'react';
import classes from './screen.module.css';

/** At the right of the rows, down to the bar of buttons; the rows go on behind that. */
export function Aside({ children }: { children: ReactNode }) {
  const aside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fit = () => {
      const element = aside.current;
      const tools = element?.closest('section')?.querySelector('[role="toolbar"]');
      if (!element?.parentElement || !tools) return;
      const { bottom } = element.parentElement.getBoundingClientRect();
      element.style.marginBottom = `${Math.max(0, Math.round(bottom - tools.getBoundingClientRect().top))}px`;
    };
    // A window tells of its new size before the screen has it, and what stands above may wrap later.
    const sizes = new ResizeObserver(fit);
    const { current } = aside;
    const section = current?.closest('section');
    for (const each of [current?.parentElement, section, section?.querySelector('[role="toolbar"]')]) {
      if (each) sizes.observe(each);
    }
    addEventListener('scroll', fit, { passive: true });
    addEventListener('resize', fit);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', fit);
      removeEventListener('resize', fit);
    };
  }, []);
  return (
    <div ref={aside} className={classes.aside}>
      {children}
    </div>
  );
}
