import { afterEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { judged } from '../support/rows.ts';
import { press, type, user } from '../support/user.ts';
import { aPriceList } from './list.ts';
import { openList, permanentBox, priceInput } from './open-list.tsx';

afterEach(() => sessionStorage.clear());

/** 2099-12-31 since 1970. */
const RUNS_UNTIL = 47_481;
const LIST = () =>
  aPriceList([{ name: 'Aspirin' }, { name: 'Bepanthen', priceType: 3, ownPrice: 450, validTo: RUNS_UNTIL }]);
const dialog = () => within(screen.getByRole('dialog', { name: 'Zeitraum' }));
const to = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'gültig bis' });

const enter = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Übernehmen' });

async function openDays(pzn: string) {
  fireEvent.keyDown(priceInput(pzn), { key: 'F4' });
  await screen.findByRole('dialog', { name: 'Zeitraum' });
  await waitFor(() => expect(document.activeElement).toBe(to()));
}

// Rules 17.2 and 17.4.
test('F4 asks for the days of a price; they make it a permanent one, stand beside the tag and are saved', async () => {
  const { server } = await openList(LIST);
  await press('Bearbeiten');
  await judged();
  await type(priceInput('00000001'), '4,95');
  await openDays('00000001');
  await type(to(), '15.12.2099');
  await waitFor(() => expect(enter().disabled).toBe(false));
  await user.click(enter());
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Zeitraum' })).toBeNull());
  expect(permanentBox('00000001').checked).toBe(true);
  screen.getByText('bis 15.12.2099');
  await user.click(screen.getByRole('button', { name: /^Daten prüfen/ }));
  await screen.findByText('Dauerpreis bis 15.12.2099');
  server.on('savePriceList', () => ({ status: 'OK', changed: 1 }));
  await press('Daten speichern');
  await waitFor(() => expect(server.callsOf('savePriceList')).toHaveLength(1));
  expect(server.callsOf('savePriceList')[0]?.body).toMatchObject({
    products: [{ pzn: '00000001', priceEdit: 4.95, editedPermanent: true, validTo: '2099-12-15' }],
  });
});

// Rule 19.6.
test('in place of an end a price may only be reminded of, and stays', async () => {
  const { server } = await openList(LIST);
  await press('Bearbeiten');
  await judged();
  await type(priceInput('00000001'), '4,95');
  await openDays('00000001');
  await user.click(dialog().getByRole('checkbox', { name: 'kein Ende, nur erinnern' }));
  const day = dialog().getByRole('textbox', { name: 'erinnern am' });
  await type(day as HTMLInputElement, '15.12.2099');
  await dialog().findByText(/^Der Preis bleibt als Dauerpreis\./);
  await waitFor(() => expect(enter().disabled).toBe(false));
  await user.click(enter());
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Zeitraum' })).toBeNull());
  expect(permanentBox('00000001').checked).toBe(true);
  screen.getByText('prüfen 15.12.2099');
  await user.click(screen.getByRole('button', { name: /^Daten prüfen/ }));
  await screen.findByText('Dauerpreis prüfen 15.12.2099');
  server.on('savePriceList', () => ({ status: 'OK', changed: 1 }));
  await press('Daten speichern');
  await waitFor(() => expect(server.callsOf('savePriceList')).toHaveLength(1));
  expect(server.callsOf('savePriceList')[0]?.body).toMatchObject({
    products: [
      { pzn: '00000001', priceEdit: 4.95, editedPermanent: true, editedIgnore: false, remindOn: '2099-12-15' },
    ],
  });
});

test('a reminder is seen on its row before its day, and again where its days are entered', async () => {
  const reminders = [{ pzn: '00000001', day: '2099-12-15' }];
  await openList(
    () => aPriceList([{ priceType: 3, ownPrice: 495 }]),
    (server) => server.on('getDueReviews', () => ({ rows: [], reminders })),
  );
  await screen.findByText('prüfen 15.12.2099');
  await press('Bearbeiten');
  await judged();
  fireEvent.keyDown(priceInput('00000001'), { key: 'F4' });
  await screen.findByRole('dialog', { name: 'Zeitraum' });
  expect(dialog().getByRole<HTMLInputElement>('textbox', { name: 'erinnern am' }).value).toBe('15.12.2099');
  expect(dialog().queryByRole('button', { name: 'Ohne Zeitraum' })).toBeNull();
});

test('a running price keeps its end when typed anew, cannot lose it, and ends without its tick', async () => {
  await openList(LIST);
  await press('Bearbeiten');
  await judged();
  screen.getByText('bis 31.12.2099');
  await type(priceInput('00000002'), '4,20');
  screen.getByText('bis 31.12.2099');
  await openDays('00000002');
  await user.clear(to());
  await dialog().findByText(/^Der Preis gilt bis 31\.12\.2099 und braucht ein Ende\./);
  expect(enter().disabled).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(permanentBox('00000002'));
  screen.getByText('Zeitraum endet');
});

// Rule 17.2.
test('a last day that is not understood stays as typed, is named and is not entered', async () => {
  await openList(LIST);
  await press('Bearbeiten');
  await judged();
  await type(priceInput('00000001'), '4,95');
  await openDays('00000001');
  await type(to(), '15.12.2099');
  await waitFor(() => expect(enter().disabled).toBe(false));
  for (const text of ['31.02.2099', '010299', 'morgen', '15.12.2019']) {
    await type(to(), text);
    await user.tab();
    await dialog().findByText(/^(Diesen Tag gibt es nicht|Bitte wählen Sie keinen vergangenen Tag)/);
    expect([to().value, enter().disabled]).toEqual([text, true]);
  }
  await type(to(), '15.1');
  await user.tab();
  expect(to().value).toMatch(/^15\.01\.20\d\d$/);
  await waitFor(() => expect(enter().disabled).toBe(false));
});
