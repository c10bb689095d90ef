import { type RefObject, useEffect } from 'react';

/**
 * The page scrolls as far as the list is scrolled, so that header and notices leave with the first rows and come back with them. Its own scrolling
 * is left alone (rule 3.21).
 */
export function usePageFollows(screen: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = screen.current;
    if (!element) return undefined;
    // A list opens at its top, whatever the browser restores.
    if (scrollY > 0) scrollTo({ top: 0, behavior: 'instant' });
    /** How far the page has to be scrolled for the screen to be seen down to its end. */
    const whole = () => Math.max(0, Math.round(element.getBoundingClientRect().bottom + scrollY - innerHeight));
    const seen = new WeakMap<Element, number>();
    let end = Infinity;
    const onScroll = ({ target, isTrusted }: Event) => {
      // The grid's own events come before its rows are drawn: measuring there would move them.
      if (!isTrusted || !(target instanceof HTMLElement) || target.getAttribute('role') !== 'grid') return;
      const before = seen.get(target) ?? 0;
      const { scrollTop } = target;
      if (scrollTop === before) return;
      seen.set(target, scrollTop);
      const isDown = scrollTop > before;
      // Far down the list nothing is measured.
      if (isDown ? scrollY >= Math.min(scrollTop, end) : scrollY <= scrollTop) return;
      end = whole();
      const wanted = Math.min(scrollTop, end);
      if (isDown ? scrollY < wanted : scrollY > wanted) scrollTo({ top: wanted, behavior: 'instant' });
    };
    // No row moves under a button of the mouse that is down.
    let isPressed = false;
    const onPress = () => {
      isPressed = true;
    };
    const onRelease = () => {
      isPressed = false;
    };
    /** A row that gets the focus may stand behind the bar at the bottom of the window. */
    const onFocus = ({ target }: FocusEvent) => {
      if (isPressed || !(target instanceof HTMLElement)) return;
      const grid = target.closest<HTMLElement>('[role="grid"]');
      if (!grid || grid === target) return;
      const bar = element.querySelector('[role="toolbar"]')?.getBoundingClientRect();
      const covered = (bar?.top ?? innerHeight) - (grid.offsetHeight - grid.clientHeight);
      const hidden = target.getBoundingClientRect().bottom - covered;
      if (hidden > 0) scrollTo({ top: Math.min(scrollY + hidden, whole()), behavior: 'instant' });
    };
    /** A turned phone shows the list again, not what stands above it; the bars of a browser that come and go change the height alone. */
    let width = innerWidth;
    const onResize = () => {
      end = Infinity;
      if (width === innerWidth) return;
      width = innerWidth;
      const wanted = Math.min(element.querySelector('[role="grid"]')?.scrollTop ?? 0, whole());
      if (scrollY < wanted) scrollTo({ top: wanted, behavior: 'instant' });
    };
    element.addEventListener('scroll', onScroll, { capture: true, passive: true });
    element.addEventListener('focusin', onFocus);
    element.addEventListener('pointerdown', onPress, { capture: true });
    addEventListener('pointerup', onRelease);
    addEventListener('pointercancel', onRelease);
    addEventListener('resize', onResize);
    return () => {
      element.removeEventListener('pointerdown', onPress, { capture: true });
      removeEventListener('pointerup', onRelease);
      removeEventListener('pointercancel', onRelease);
      removeEventListener('resize', onResize);
      element.removeEventListener('scroll', onScroll, { capture: true });
      element.removeEventListener('focusin', onFocus);
    };
  }, [screen]);
}
