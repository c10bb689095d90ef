import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

const hands = userEvent.setup({ delay: null });

/**
 * The person at the screen, who reads what a button confirms before pressing it (rule 2.32). The keys follow each other without a pause.
 */
export const user: typeof hands = {
  ...hands,
  async click(element) {
    await waitFor(() => {
      if (element.closest('[data-guarded]')) throw new Error('The confirmation is still being read.');
    });
    await hands.click(element);
  },
};

/** Clicks at once, without reading. */
export const clickUnread = (element: Element): Promise<void> => hands.click(element);

export async function press(name: string | RegExp): Promise<void> {
  await user.click(screen.getByRole('button', { name }));
}

/** Presses a button of the dialog that is open; where its cross has the same name, the button below the text. */
export async function pressInDialog(name: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getAllByRole('button', { name }).at(-1) as HTMLElement);
}

/** Selects what stands in an input and types over it, or deletes it where there is nothing to type. */
export async function type(input: HTMLInputElement, text: string): Promise<void> {
  if (text === '') return user.clear(input);
  return user.type(input, text, { initialSelectionStart: 0, initialSelectionEnd: input.value.length });
}

/** Types over what stands in an input and leaves it. */
export async function enter(input: HTMLInputElement, text: string): Promise<void> {
  await type(input, text);
  await user.tab();
}
