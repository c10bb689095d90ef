import { useEffect, useRef } from 'react';
import classes from './screen.module.css';

/** Lies on the list's own bar for scrolling sideways, and stays in the window while that is below it. */
export function SideScroll() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    const grid = element?.parentElement?.querySelector<HTMLElement>('[role="grid"]');
    if (!element || !grid) return undefined;
    const fit = () => {
      const height = grid.offsetHeight - grid.clientHeight;
      const tools = element.closest('section')?.querySelector<HTMLElement>('[role="toolbar"]');
      Object.assign(element.style, {
        height: `${height}px`,
        marginTop: `${-height}px`,
        marginRight: `${grid.offsetWidth - grid.clientWidth}px`,
        bottom: `${tools?.offsetHeight ?? 0}px`,
      });
      (element.firstElementChild as HTMLElement).style.width = `${grid.scrollWidth}px`;
    };
    const follow = () => {
      if (element.scrollLeft !== grid.scrollLeft) element.scrollLeft = grid.scrollLeft;
    };
    const lead = () => {
      if (element.scrollLeft !== grid.scrollLeft) grid.scrollLeft = element.scrollLeft;
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(grid);
    if (grid.firstElementChild) sizes.observe(grid.firstElementChild);
    grid.addEventListener('scroll', follow, { passive: true });
    element.addEventListener('scroll', lead, { passive: true });
    return () => {
      sizes.disconnect();
      grid.removeEventListener('scroll', follow);
      element.removeEventListener('scroll', lead);
    };
  }, []);
  return (
    <div ref={bar} className={classes.sideScroll} aria-hidden tabIndex={-1}>
      <div />
    </div>
  );
}
