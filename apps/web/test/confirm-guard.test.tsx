import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import fc from 'fast-check';
import { createPortal } from 'react-dom';
import { ConfirmButtons } from '../src/ui/confirm-guard/ConfirmButtons.tsx';
import { offsetPast } from '../src/ui/confirm-guard/move-aside.ts';
import { openUpdate, priceInput, STAFF } from './price-updates/open-update.tsx';
import { anMdp } from './price-updates/update.ts';
import { clickUnread, enter, press, pressInDialog, type, user } from './support/user.ts';

afterEach(() => sessionStorage.clear());

const button = (name: string) => screen.getByRole('button', { name });

describe('a confirmation is read before it is answered (rule 2.32)', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test('its buttons answer nothing for 700 ms after each opening, by click or by key', async () => {
    await openUpdate(() => anMdp([{}], { mayDelete: true }), { roles: STAFF });
    jest.useFakeTimers();
    for (let times = 0; times < 2; times++) {
      fireEvent.click(button('MDP Daten löschen'));
      const dialog = within(screen.getByRole('dialog'));
      act(() => jest.advanceTimersToNextFrame());
      act(() => jest.advanceTimersByTime(699));
      fireEvent.click(dialog.getByRole('button', { name: 'Abbrechen' })); // as Enter and Space do, too
      act(() => jest.advanceTimersByTime(1));
      expect(screen.queryByRole('dialog')).not.toBeNull();
      fireEvent.click(dialog.getByRole('button', { name: 'Abbrechen' }));
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  test('the second click of a double click approves nothing', async () => {
    const { server } = await openUpdate(() => anMdp([{}]), {
      prepare: (prepared) => prepared.on('approveMdp', () => APPROVED),
    });
    await clickUnread(button('Preise freigeben'));
    await clickUnread(button('Preise freigeben'));
    button('Preise freigeben').focus();
    await user.keyboard('{Enter}');
    screen.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' });
    expect(server.callsOf('approveMdp')).toEqual([]);
    await press('Preise freigeben');
    // The message about it is to be read as well.
    const said = within(await screen.findByRole('dialog', { name: '1 Preis freigegeben' }));
    await clickUnread(said.getAllByRole('button', { name: 'Schließen' }).at(-1) as HTMLElement);
    await user.keyboard('{Escape}');
    said.getByText(/^Die geänderten Daten wurden gespeichert/);
    expect(server.callsOf('approveMdp')).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 1_200)); // 700 ms after the frame that showed it
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('nor does it delete or close the question', async () => {
    const { server } = await openUpdate(() => anMdp([{}], { mayDelete: true }), {
      roles: STAFF,
      prepare: (prepared) => prepared.on('deleteMdp', () => ({ status: 'OK' })),
    });
    await enter(priceInput('00000001'), '7,77');
    await press('MDP Daten löschen');
    const asks = within(await screen.findByRole('dialog'));
    for (const each of asks.getAllByRole('button')) await clickUnread(each);
    expect(server.callsOf('deleteMdp')).toEqual([]);
    await pressInDialog('Abbrechen');
    expect(priceInput('00000001').value).toBe('7,77');
  });

  test('an answered question leaves the next one unanswered under the same click', async () => {
    await openUpdate(() => anMdp([{}, {}]));
    for (const pzn of ['00000001', '00000002']) await type(priceInput(pzn), '1.234');
    await press('Preise freigeben');
    await press('1.234,00 € für PZN 00000001');
    await clickUnread(button('1.234,00 € für PZN 00000002'));
    screen.getByRole('button', { name: '1.234,00 € für PZN 00000002' });
  });

  test('a second Enter while a saved draft is read again saves it no second time', async () => {
    const { server } = await openUpdate(() => anMdp([{}]), {
      prepare: (prepared) => prepared.on('saveMdp', () => ({ status: 'OK', version: 6, saved: 1 })),
    });
    let answer = (): void => undefined;
    const reread = new Promise<ReturnType<typeof anMdp>>((resolve) => {
      answer = () => resolve(anMdp([{ draftOwnPrice: 777 }], { version: 6 }));
    });
    server.on('getMdp', () => reread);
    await enter(priceInput('00000001'), '7,77');
    const save = button('Daten zwischenspeichern');
    fireEvent.click(save);
    await waitFor(() => expect(server.callsOf('getMdp')).toHaveLength(2));
    fireEvent.click(save); // as Enter does behind the waiting overlay
    await act(async () => answer());
    await screen.findByRole('dialog', { name: 'Daten zwischengespeichert' });
    expect(server.callsOf('saveMdp')).toHaveLength(1);
  });

  test('a guarded button answers the second press of a double click only once, however quick the server is', async () => {
    let count = 0;
    render(
      <ConfirmButtons>
        <button type="button" onClick={() => (count += 1)}>
          Als gedruckt vermerken
        </button>
      </ConfirmButtons>,
      { wrapper: MantineProvider },
    );
    await user.click(button('Als gedruckt vermerken'));
    await clickUnread(button('Als gedruckt vermerken'));
    expect(count).toBe(1);
    await user.click(button('Als gedruckt vermerken'));
    expect(count).toBe(2);
  });

  test('a press in a dialog that was opened from guarded buttons does not guard these', async () => {
    let count = 0;
    render(
      <ConfirmButtons>
        <button type="button" onClick={() => (count += 1)}>
          Auch in anderen Apotheken …
        </button>
        {createPortal(<button type="button">Abbrechen</button>, document.body)}
      </ConfirmButtons>,
      { wrapper: MantineProvider },
    );
    await user.click(button('Auch in anderen Apotheken …'));
    await waitFor(() => expect(document.querySelector('[data-guarded]')).toBeNull());
    await clickUnread(button('Abbrechen'));
    await clickUnread(button('Auch in anderen Apotheken …'));
    expect(count).toBe(2);
  });

  test('a held Enter presses a button once, ticks one row, and goes on through the prices', async () => {
    await openUpdate(() => anMdp([{}]));
    const holds = (target: Element, keys: object = {}) =>
      fireEvent.keyDown(target, { key: 'Enter', repeat: true, ...keys });
    // false: what the browser would do with the key was prevented
    expect(holds(button('Preise freigeben'))).toBe(false);
    expect(holds(priceInput('00000001'), { ctrlKey: true })).toBe(false);
    expect(fireEvent.keyDown(button('Preise freigeben'), { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(button('Preise freigeben'), { key: 'a', repeat: true })).toBe(true);
  });
});

const APPROVED = { status: 'OK' as const, loaded: 1, changed: 1, leftOut: 0, left: 0, contractActivated: false };

test('a dialog whose buttons would lie on the pressed control is moved until they do not', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 20, max: 60 }))
    .map(([top, height]) => ({ top, bottom: top + height }));
  fc.assert(
    fc.property(span, span, (buttons, press) => {
      const dialog = { top: Math.max(0, buttons.top - 300), bottom: buttons.bottom + 20 };
      const offset = offsetPast(buttons, press, dialog, 900);
      const [top, bottom] = [buttons.top + offset, buttons.bottom + offset];
      expect(bottom < press.top || top > press.bottom).toBe(true);
    }),
  );
  // 36 px buttons at 500 on a button at 490 to 530: down by 530 + 8 - 500, or where that leaves the window up by 490 - 8 - 536
  const [buttons, press] = [
    { top: 500, bottom: 536 },
    { top: 490, bottom: 530 },
  ];
  expect(offsetPast(buttons, press, { top: 300, bottom: 556 }, 900)).toBe(38);
  expect(offsetPast(buttons, press, { top: 300, bottom: 556 }, 560)).toBe(-54);
});
