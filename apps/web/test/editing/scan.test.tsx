import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList, permanentBox, priceInput } from '../price-lists/open-list.tsx';
import { openUpdate, priceInput as packagePrice } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { focusedCell, focusRow, shownPzns } from '../support/rows.ts';
import { press, type, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const IBU = '15714099';
const TEE = '12368946';
const GEL = '00012345';
const LIST = () =>
  aPriceList([
    { pzn: GEL, name: 'Gel', priceType: 1, calculatedPrice: 500 },
    { pzn: TEE, name: 'Tee', calculatedPrice: 700 },
    { pzn: IBU, name: 'Ibu', calculatedPrice: 349, ownPrice: 399, priceType: 2 },
  ]);
const search = () => screen.getByLabelText<HTMLInputElement>('Suche nach Artikel, Hersteller, Marke oder PZN');
const nothingEntered = () => screen.getByRole('button', { name: 'Daten prüfen (0)' });
const focused = () => document.activeElement as HTMLInputElement;

/** All forms of the PZN 15714099 that scanners type. */
const FORMS = [
  '15714099',
  '-15714099',
  'ß15714099',
  '9N111571409929',
  '04150157140992',
  '0104150157140992172612311033AB',
];

describe('a scan finds its article (rule 2.40)', () => {
  test('in the search, and the next scan takes its place', async () => {
    await openList(LIST);
    await user.click(search());
    for (const code of FORMS) {
      await user.keyboard(`${code}{Enter}`);
      await waitFor(() => expect([code, ...shownPzns()]).toEqual([code, IBU]));
      await user.keyboard(`${TEE}{Enter}`);
      await waitFor(() => expect([code, ...shownPzns()]).toEqual([code, TEE]));
      expect(search().value).toBe(TEE);
    }
  });

  test('in the search without Enter between two scans', async () => {
    await openList(LIST);
    await user.type(search(), `${IBU}${TEE}`);
    await waitFor(() => expect(shownPzns()).toEqual([TEE]));
  });

  test('in a price field it enters nothing and leads to the price of the article', async () => {
    await openList(LIST);
    await press('Bearbeiten');
    await user.click(priceInput(TEE));
    for (const code of FORMS) {
      await user.keyboard(`${code}{Enter}`);
      expect([code, priceInput(TEE).value]).toEqual([code, '']);
      expect(focused()).toBe(priceInput(IBU));
      await user.keyboard(`${TEE}{Enter}`);
      expect([code, priceInput(IBU).value]).toEqual([code, '3,99']);
      expect(focused()).toBe(priceInput(TEE));
      nothingEntered();
    }
    await user.keyboard('6,50{Enter}');
    expect(priceInput(TEE).value).toBe('6,50');
  });

  test('in a price field that holds an edit: what was entered stays, and is taken back as one step', async () => {
    await openList(LIST);
    await press('Bearbeiten');
    await type(priceInput(TEE), '6,5');
    await user.click(permanentBox(TEE));
    await user.click(priceInput(TEE));
    await user.keyboard(`{End}${IBU}{Enter}`);
    expect(priceInput(TEE).value).toBe('6,50');
    expect(permanentBox(TEE).checked).toBe(true);
    expect(focused()).toBe(priceInput(IBU));
  });

  test('in a price field that is left by the mouse: no price, and what stood there is back', async () => {
    await openList(LIST);
    await press('Bearbeiten');
    await user.click(priceInput(TEE));
    await user.keyboard(IBU);
    await user.click(search());
    expect(priceInput(TEE).value).toBe('');
    nothingEntered();
  });

  test('on a cell, while reading and while editing, also of an exclusion that is hidden', async () => {
    await openList(LIST);
    focusRow(TEE);
    await user.keyboard(`${IBU}{Enter}`);
    focusedCell(IBU);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard(`9N11${GEL}00{Enter}`);
    await waitFor(() => focusedCell(GEL));
    await press('Bearbeiten');
    focusRow(TEE);
    await user.keyboard(`${IBU}{Enter}`);
    expect(focused()).toBe(priceInput(IBU));
  });

  test('that is not on the list, or holds no PZN: said, and nothing is entered', async () => {
    await openList(LIST);
    await press('Bearbeiten');
    await user.click(priceInput(TEE));
    await user.keyboard('12345678{Enter}');
    screen.getByText('Die PZN 12345678 steht nicht auf dieser Liste.');
    await user.click(priceInput(TEE));
    await user.keyboard('4006381333931{Enter}');
    screen.getByText('In diesem Code steht keine PZN.');
    expect(priceInput(TEE).value).toBe('');
    nothingEntered();
  });

  test('presses no button', async () => {
    await openList(LIST);
    screen.getByRole('button', { name: 'Bearbeiten' }).focus();
    await user.keyboard(`${IBU}{Enter}`);
    screen.getByRole('button', { name: 'Bearbeiten' });
    focusedCell(IBU);
  });

  test('in a package', async () => {
    await openUpdate(() => anMdp([{ pzn: TEE }, { pzn: IBU }]));
    await user.click(packagePrice(TEE));
    await user.keyboard(`ß${IBU}{Enter}`);
    expect(packagePrice(TEE).value).toBe('');
    expect(focused()).toBe(packagePrice(IBU));
  });
});
