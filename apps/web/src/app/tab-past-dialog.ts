import { type RefObject, useEffect } from 'react';

const STOPS = 'a[href], button, input, select, textarea, [tabindex]';

/** A dialog traps focus: the button comes after its last stop. */
export function useTabPastDialog(button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
      if (event.key !== 'Tab' || !dialog || !button.current) return;
      const stops = stopsOf(dialog);
      const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
      const active = document.activeElement;
      const next =
        active === button.current ? first : active === last || active === document.body ? button.current : null;
      if (!next) return;
      // Before the dialog's own handler, which would go to its other end.
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [button]);
}

function stopsOf(dialog: Element): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled, [type="hidden"], [style*="display: none"]'),
  );
}
