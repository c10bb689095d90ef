import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList } from '../price-lists/open-list.tsx';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anLzd, anMdp, aQdp } from '../price-updates/update.ts';
import { enter, press, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const ARTICLES = ['Ibu', 'Aspirin', 'Nasic'].map((name) => ({ name, calculatedPrice: 349 }));
const KINDS = [
  [
    'the price list',
    'Neuer Preis',
    async () => {
      await openList(() => aPriceList(ARTICLES));
      await press('Bearbeiten');
    },
  ],
  ['an MDP', 'Preiskorrektur', () => openUpdate(() => anMdp(ARTICLES))],
  ['a QDP', 'Preiskorrektur', () => openUpdate(() => aQdp(ARTICLES))],
  ['an LZD', 'Preiskorrektur', () => openUpdate(() => anLzd(ARTICLES))],
] as const;

describe.each(KINDS)('the steps of %s (rules 3.25 and 3.26)', (_name, price, open) => {
  const input = (row: number) => screen.getByLabelText<HTMLInputElement>(`${price} für PZN 0000000${row}`);
  const prices = () => [1, 2, 3].map((row) => input(row).value);
  const excluded = (row: number) => screen.getByLabelText<HTMLInputElement>(`Ausschluss für PZN 0000000${row}`);
  const undo = () => user.keyboard('{Control>}z{/Control}');
  const redo = () => user.keyboard('{Control>}y{/Control}');

  test('are taken back by Ctrl and Z one by one, wherever the focus is, and done again by Ctrl and Y', async () => {
    await open();
    await enter(input(1), '3,29');
    await enter(input(2), 'abc');
    await enter(input(2), '5');
    await user.click(excluded(3));
    // in the field of another row, which must not be emptied
    await user.click(input(1));
    await undo();
    expect(excluded(3).checked).toBe(false);
    expect(prices()).toEqual(['3,29', '5,00', '']);
    screen.getByText('Rückgängig: Ausschluss Nasic');
    await undo();
    expect(prices()).toEqual(['3,29', 'abc', '']);
    await undo();
    expect(prices()).toEqual(['3,29', '', '']);
    await user.click(document.body);
    await undo();
    expect(prices()).toEqual(['', '', '']);
    await undo();
    await redo();
    screen.getByText('Wiederholt: Preis Ibu: 3,49 → 3,29');
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(prices()).toEqual(['3,29', 'abc', '']);
    await enter(input(3), '7');
    await redo();
    expect(prices()).toEqual(['3,29', 'abc', '7,00']);
  });

  test('stand in a list that leads to any of them', async () => {
    await open();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schritte' }).disabled).toBe(true);
    expect(screen.getByRole('button', { name: 'Rückgängig' }).getAttribute('aria-disabled')).toBe('true');
    await enter(input(1), '3,29');
    await user.click(screen.getByLabelText(/^Ausschluss für (alle )?\d+ angez/));
    await enter(input(2), '3,19');
    await press('Schritte');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schritte' }));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Preis Aspirin: Ausschluss → Ausschluss',
      'Alle ausgeschlossen (3)',
      'Preis Ibu: 3,49 → 3,29',
      'Stand davor',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Preis Ibu: 3,49 → 3,29' }));
    expect(prices()).toEqual(['3,29', '', '']);
    expect(excluded(3).checked).toBe(false);
    await user.click(dialog.getByRole('button', { name: /Alle ausgeschlossen/ }));
    expect([1, 2, 3].map((row) => excluded(row).checked)).toEqual([true, true, true]);
  });

  test('are taken back one by one by a button, which keeps the focus at the end', async () => {
    await open();
    await enter(input(1), '3,29');
    await enter(input(2), '3,19');
    const undo = screen.getByRole('button', { name: 'Rückgängig' });
    expect(undo.title).toContain('Strg + Z');
    await user.click(undo);
    expect(prices()).toEqual(['3,29', '', '']);
    await user.click(undo);
    expect(prices()).toEqual(['', '', '']);
    expect(undo.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(undo);
    await user.click(undo);
    expect(prices()).toEqual(['', '', '']);
  });
});

test('a price that is deleted again can be taken back, whether the field was left in between or not (rule 3.25)', async () => {
  await openUpdate(() => anMdp(ARTICLES));
  const input = (row: number) => screen.getByLabelText<HTMLInputElement>(`Preiskorrektur für PZN 0000000${row}`);
  const prices = () => [1, 2, 3].map((row) => input(row).value);
  const undo = () => user.keyboard('{Control>}z{/Control}');
  await enter(input(1), '3,29');
  await enter(input(2), '10,90');
  await enter(input(2), '');
  await user.type(input(3), '7');
  await user.clear(input(3));
  await user.tab();
  expect(prices()).toEqual(['3,29', '', '']);
  await undo();
  expect(prices()).toEqual(['3,29', '', '7,00']);
  await undo();
  expect(prices()).toEqual(['3,29', '', '']);
  await undo();
  expect(prices()).toEqual(['3,29', '10,90', '']);
  await undo();
  expect(prices()).toEqual(['3,29', '', '']);
  await undo();
  expect(prices()).toEqual(['', '', '']);
});

test('a price typed over one that was deleted first is a step of its own (rule 3.25)', async () => {
  await openUpdate(() => anMdp(ARTICLES));
  const input = screen.getByLabelText<HTMLInputElement>('Preiskorrektur für PZN 00000001');
  await enter(input, '10,90');
  await user.clear(input);
  await user.type(input, '8');
  await user.tab();
  expect(input.value).toBe('8,00');
  await user.keyboard('{Control>}z{/Control}');
  expect(input.value).toBe('10,90');
});

test('what is typed into one input is one step, and back at the beginning none', async () => {
  await openUpdate(() => anMdp(ARTICLES));
  const input = screen.getByLabelText<HTMLInputElement>('Preiskorrektur für PZN 00000001');
  await enter(input, '12,345');
  expect(input.value).toBe('12,35');
  await user.type(input, '{Backspace}{Backspace}{Backspace}{Backspace}{Backspace}12,35');
  await user.tab();
  await press('Schritte');
  const dialog = within(await screen.findByRole('dialog', { name: 'Schritte' }));
  expect(dialog.getAllByRole('button')).toHaveLength(2);
});

test('end with a save', async () => {
  await openUpdate(() => anMdp(ARTICLES), {
    prepare: (server) => server.on('saveMdp', () => ({ status: 'OK', version: 2, saved: 1 })),
  });
  await enter(screen.getByLabelText('Preiskorrektur für PZN 00000001'), '3,29');
  await press('Daten zwischenspeichern');
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Schritte' }).disabled).toBe(true));
  await user.keyboard('{Control>}z{/Control}');
  expect(screen.queryByText(/^Rückgängig:/)).toBeNull();
});
