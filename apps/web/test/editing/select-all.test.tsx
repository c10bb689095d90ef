import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList } from '../price-lists/open-list.tsx';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anLzd, anMdp, aQdp } from '../price-updates/update.ts';
import { enter, press, pressInDialog, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const articles = (count: number) => Array.from({ length: count }, () => ({}));
const KINDS = [
  [
    'the price list',
    'Neuer Preis',
    async (count: number) => {
      await openList(() => aPriceList(articles(count)));
      await press('Bearbeiten');
    },
  ],
  ['an MDP', 'Preiskorrektur', (count: number) => openUpdate(() => anMdp(articles(count)))],
  ['a QDP', 'Preiskorrektur', (count: number) => openUpdate(() => aQdp(articles(count)))],
  ['an LZD', 'Preiskorrektur', (count: number) => openUpdate(() => anLzd(articles(count)))],
] as const;

const all = (column: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${column} für (alle )?\\d+ angez`));
const excluded = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Ausschluss für PZN ${pzn}`);
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const undo = () => screen.getByRole('button', { name: 'Rückgängig' });

const [PRICE_LIST, , , LZD] = KINDS;

// One editor with two vocabularies: of a list and of a package (rule 3.26).
describe.each([PRICE_LIST, LZD])('select-all of %s (rules 4.8 and 6.9)', (_name, _price, open) => {
  test('up to 20 rows are ticked at once; what was entered later is taken back first', async () => {
    await open(20);
    await user.click(all('Ausschluss'));
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByText('20 Artikel als Ausschluss markiert.');
    await user.click(excluded('00000003'));
    expect(screen.queryByText('20 Artikel als Ausschluss markiert.')).toBeNull();
    expect(excluded('00000003').checked).toBe(false);
    await user.click(undo());
    expect([2, 3].map((n) => excluded(`0000000${n}`).checked)).toEqual([true, true]);
    await user.click(undo());
    expect([2, 3].map((n) => excluded(`0000000${n}`).checked)).toEqual([false, false]);
  });
});

describe.each(KINDS)('select-all of %s', (_name, price, open) => {
  test('asks above 20 rows that change, counts only these, and is taken back whole: the ticks from before stay', async () => {
    await open(22);
    await user.click(excluded('00000001'));
    await enter(screen.getByLabelText(`${price} für PZN 00000002`), '7,77');
    await user.click(all('Ausschluss'));
    await screen.findByRole('dialog', { name: '21 Artikel ausschließen?' });
    await pressInDialog('Abbrechen');
    await noDialog();
    expect(excluded('00000002').checked).toBe(false);
    expect(all('Ausschluss').indeterminate).toBe(true);
    expect(document.activeElement).toBe(all('Ausschluss'));

    await user.click(all('Ausschluss'));
    screen.getByText(/^TruePrice gibt diesen Artikeln dann keinen Preis mehr\. Betroffen sind/);
    await pressInDialog('Ja, ausschließen');
    await noDialog();
    expect(all('Ausschluss').checked).toBe(true);
    screen.getByText('21 Artikel als Ausschluss markiert.');
    // unticking many asks too
    await user.click(all('Ausschluss'));
    await screen.findByRole('dialog', { name: 'Ausschluss bei 22 Artikeln aufheben?' });
    await pressInDialog('Ja, aufheben');
    await noDialog();
    expect(excluded('00000001').checked).toBe(false);
    await press('Rückgängig');
    expect(excluded('00000008').checked).toBe(true);
    await press('Rückgängig');
    expect([1, 2, 3].map((n) => excluded(`0000000${n}`).checked)).toEqual([true, false, false]);
    expect(screen.getByLabelText<HTMLInputElement>(`${price} für PZN 00000002`).value).toBe('7,77');
    expect(document.activeElement).toBe(undo());
  });
});

test('permanent prices ask with their own words', async () => {
  await openUpdate(() => anMdp(articles(21).map(() => ({ draftOwnPrice: 777 }))));
  await user.click(all('Dauerpreis'));
  await screen.findByRole('dialog', { name: '21 Artikel als Dauerpreis markieren?' });
  await pressInDialog('Ja, markieren');
  await screen.findByText('21 Artikel als Dauerpreis markiert.');
});
