const PRESSABLE = 'button, a, label, input, select, summary, [role="menuitem"], [role="option"]';

let pressedAt: DOMRect | undefined;

/** Window pixels. */
export const lastPress = (): DOMRect | undefined => pressedAt;

/**
 * A held Enter would press each button that gets focus (rule 2.32).
 * @returns stops watching
 */
export function watchPresses(): () => void {
  document.addEventListener('click', notePress, true);
  document.addEventListener('keydown', ignoreRepeatedEnter, true);
  return () => {
    document.removeEventListener('click', notePress, true);
    document.removeEventListener('keydown', ignoreRepeatedEnter, true);
  };
}

function notePress({ target, clientX, clientY }: MouseEvent): void {
  const control = target instanceof Element ? target.closest(PRESSABLE) : null;
  pressedAt = control?.getBoundingClientRect() ?? new DOMRect(clientX, clientY, 1, 1);
}

function ignoreRepeatedEnter(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  if (key !== 'Enter' || !repeat || !(target instanceof Element) || target.matches('textarea')) return;
  // In the grid it moves down; with Ctrl it would tick unseen rows.
  if (event.ctrlKey || event.metaKey || target.closest('button, a, summary, form, [role="menuitem"]'))
    event.preventDefault();
}
