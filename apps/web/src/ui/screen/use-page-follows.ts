import { type RefObject, useEffect } from 'react';

/**
 * The page scrolls as far as the list is scrolled, so that header and notices leave with the first rows and come back with them. Its own scrolling
 * is left alone (rule 3.21).
 */
export function usePageFollows(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current;
    if (!element) return undefined;
    /** How far the page has to be scrolled for the screen to be seen down to its end. */
    const whole = () => Math.max(0, Math.round(element.getBoundingClientRect().bottom + scrollY - innerHeight));
    const seen = new WeakMap<Element, number>();
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'grid') return;
      const before = seen.get(target) ?? 0;
      const { scrollTop } = target;
      if (scrollTop === before) return;
      seen.set(target, scrollTop);
      const wanted = Math.min(scrollTop, whole());
      if (scrollTop > before ? scrollY < wanted : scrollY > wanted) scrollTo({ top: wanted, behavior: 'instant' });
    };
    /** A row that gets the focus may stand behind the bar at the bottom of the window. */
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.closest('[role="grid"]')) return;
      const bar = element.querySelector('[role="toolbar"]')?.getBoundingClientRect();
      const hidden = target.getBoundingClientRect().bottom - (bar?.top ?? innerHeight);
      if (hidden > 0) scrollTo({ top: Math.min(scrollY + hidden, whole()), behavior: 'instant' });
    };
    element.addEventListener('scroll', onScroll, { capture: true, passive: true });
    element.addEventListener('focusin', onFocus);
    return () => {
      element.removeEventListener('scroll', onScroll, { capture: true });
      element.removeEventListener('focusin', onFocus);
    };
  }, [screen]);
}
