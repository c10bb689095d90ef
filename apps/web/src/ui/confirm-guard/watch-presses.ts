const PRESSABLE = 'button, a, label, input, select, summary, [role="menuitem"], [role="option"]';

let pressedAt: DOMRect | undefined;

/** Where the last pressed control was when it was pressed, in pixels of the window; it may be gone since. */
export const lastPress = (): DOMRect | undefined => pressedAt;

/**
 * Notes where the user presses, and takes the repetition from a held Enter: it would press each button that gets the focus meanwhile (rule 2.32). Returns
 * what ends it.
 */
export function watchPresses(): () => void {
  document.addEventListener('click', notePress, true);
  document.addEventListener('keydown', ignoreHeldEnter, true);
  return () => {
    document.removeEventListener('click', notePress, true);
    document.removeEventListener('keydown', ignoreHeldEnter, true);
  };
}

function notePress({ target, clientX, clientY }: MouseEvent): void {
  const control = target instanceof Element ? target.closest(PRESSABLE) : null;
  pressedAt = control?.getBoundingClientRect() ?? new DOMRect(clientX, clientY, 1, 1);
}

function ignoreHeldEnter(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  if (key !== 'Enter' || !repeat || !(target instanceof Element) || target.matches('textarea')) return;
  // In the grid a held Enter goes down row by row; with Ctrl it would tick rows as reviewed that nobody has seen.
  if (event.ctrlKey || event.metaKey || target.closest('button, a, summary, form, [role="menuitem"]'))
    event.preventDefault();
}
