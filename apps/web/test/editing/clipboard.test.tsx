import { afterEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList, priceInput } from '../price-lists/open-list.tsx';
import { showExclusions } from '../support/rows.ts';
import { enter, press, type, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

/** PZNs 00000106, 12345626 and so on have right check digits; 'Gel' is in an open package. */
const LIST = () =>
  aPriceList(
    [
      { pzn: '00000106', name: 'Ibu', calculatedPrice: 349 },
      { pzn: '00000129', name: 'Gel', calculatedPrice: 500 },
      { pzn: '12345626', name: 'Tee', calculatedPrice: 700 },
      { pzn: '00000141', name: 'Uhu', calculatedPrice: 595, priceType: 1 },
    ],
    { blockedProducts: [{ pzn: '00000129' }] },
  );
const values = () => ['00000106', '00000129', '12345626'].map((pzn) => priceInput(pzn).value);
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Preise einfügen' }));

async function openEdit() {
  await openList(LIST);
  await press('Bearbeiten');
}
/** By name they stand as Gel, Ibu, Tee. */
async function pasteAt(pzn: string, text: string) {
  await user.click(priceInput(pzn));
  await user.paste(text);
}

describe('pasting prices (rules 3.29 and 3.30)', () => {
  test('a column goes into the rows from the active one on, after a look at it and as one step; a copied heading takes up no row', async () => {
    await openEdit();
    await pasteAt('00000106', '3,29 €\r\nabc\r\n9,99\r\n');
    const look = await dialog();
    look.getByText('Ein Preis ändert sich');
    look.getByText('Eine Zeile ist kein Preis: Zeile 2 („abc“)');
    look.getByText('Eine Zeile liegt hinter dem Ende der Liste: Zeile 3');
    expect(values()).toEqual(['', '', '']);
    await user.click(look.getByRole('button', { name: 'Einen Preis eintragen' }));
    expect(values()).toEqual(['3,29', '', '']);
    screen.getByText('Ein Preis eingefügt.');
    await press('Rückgängig');
    expect(values()).toEqual(['', '', '']);

    await pasteAt('00000106', 'VK\r\n3,29\r\n9,99\r\n');
    const again = await dialog();
    again.getByText('Die erste Zeile ist eine Überschrift, der erste Preis steht in Zeile 2.');
    await user.click(again.getByRole('button', { name: /eintragen/ }));
    expect(values()).toEqual(['3,29', '', '9,99']);
  });

  test('columns of days are asked for before anything is entered (rules 5.11 and 17.12)', async () => {
    await openEdit();
    await pasteAt(
      '00000106',
      'PZN\tVK\tvon\tbis\n00000106\t3,29\t01.12.2098\t31.12.9999\n12345626\t6,50\t\t14.12.2098 23:59:59\n12345626\t6,50\t\tbald',
    );
    const look = await dialog();
    const enterButton = () => look.getByRole<HTMLButtonElement>('button', { name: /eintragen/i });
    const days = (heading: string) =>
      screen.getByRole<HTMLSelectElement>('combobox', { name: `Was bedeuten die Tage in „${heading}“?` });
    expect(enterButton().disabled).toBe(true);
    await user.selectOptions(days('von'), 'Der Preis gilt ab diesem Tag');
    expect(enterButton().disabled).toBe(true);
    await user.selectOptions(days('bis'), 'Bis zu diesem Tag, ab dem Jahr 2099 ohne Ende');
    look.getByText('Eine Zeile hat Tage, die vorbei oder nicht lesbar sind, und bleibt: Zeile 4');
    await user.selectOptions(days('bis'), 'Nicht beachten');
    await user.click(look.getByRole('button', { name: '2 Preise eintragen' }));
    expect(values()).toEqual(['3,29', '', '6,50']);
    expect(await screen.findAllByText(/ab 01\.12\.2098/)).not.toHaveLength(0);
    await press('Rückgängig');

    await pasteAt('00000106', 'PZN\tVK\tbis\n00000106\t3,29\t14.12.2098 23:59:59\n12345626\t6,50\t01.01.2020');
    const again = await dialog();
    await user.selectOptions(days('bis'), 'Der Preis gilt bis zu diesem Tag');
    again.getByText('Eine Zeile hat Tage, die vorbei oder nicht lesbar sind, und bleibt: Zeile 3');
    await user.click(again.getByRole('button', { name: 'Einen Preis eintragen' }));
    expect(await screen.findAllByText(/bis 14\.12\.2098/)).not.toHaveLength(0);
  });

  // Rule 17.13.
  test('ranges of one article that do not overlap are prices of their own; those that do are named by their lines', async () => {
    await openEdit();
    await pasteAt(
      '00000106',
      [
        'PZN\tVK\tgültig ab\tgültig bis',
        '00000106\t2,99\t15.12.2098\t31.12.2098',
        '12345626\t6,50\t01.12.2098\t14.12.2098',
        '00000106\t3,29\t01.12.2098\t14.12.2098',
        '12345626\t6,00\t14.12.2098\t31.12.2098',
        '00000106\t3,29\t01.12.2098\t14.12.2098',
      ].join('\n'),
    );
    const look = await dialog();
    const days = (heading: string, use: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: `Was bedeuten die Tage in „${heading}“?` }), use);
    await days('gültig ab', 'Der Preis gilt ab diesem Tag');
    await days('gültig bis', 'Der Preis gilt bis zu diesem Tag');
    look.getByText('2 Preise ändern sich');
    look.getByText('Die Zeiträume eines Artikels überschneiden sich, er bleibt: Zeilen 3 + 5');
    const rows = look
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(rows).toEqual([
      expect.stringMatching(/Ibu.*ab 15\.12\.2098 bis 31\.12\.2098.*3,49.*2,99/),
      expect.stringMatching(/Ibu.*ab 01\.12\.2098 bis 14\.12\.2098.*3,49.*3,29/),
    ]);
    await user.click(look.getByRole('button', { name: '2 Preise eintragen' }));
    expect(values()).toEqual(['3,29', '', '']);
    expect(screen.getByTitle('ab 01.12.2098 bis 14.12.2098, ab 15.12.2098 bis 31.12.2098').textContent).toContain(
      '2 Zeiträume',
    );
    await press('Rückgängig');
    expect(values()).toEqual(['', '', '']);
  });

  test('PZN and price find their rows; a locked, a hidden and an unknown one are named, the hidden one changes only when wanted', async () => {
    await openEdit();
    await type(screen.getByLabelText<HTMLInputElement>('Suche nach Artikel, Hersteller, Marke oder PZN'), 'Ibu');
    await screen.findByText('1 / 4 Artikel');
    await pasteAt('00000106', 'PZN\tPreis\n12345626\t6,50\n129\t4,00\n106\t3,19\n00000129\t4,00\n12345632\t1,00');
    const look = await dialog();
    look.getByText('Ein Preis ändert sich');
    look.getByText('Ein Artikel bleibt, weil er gerade nicht bearbeitet werden kann: Gel');
    look.getByText('Eine PZN steht nicht in dieser Liste: 12345632');
    await user.click(look.getByRole('checkbox', { name: /^Auch den einen Artikel ändern/ }));
    await user.click(look.getByRole('button', { name: '2 Preise eintragen' }));
    await user.clear(screen.getByLabelText<HTMLInputElement>('Suche nach Artikel, Hersteller, Marke oder PZN'));
    await screen.findByText('3 / 4 Artikel');
    expect(values()).toEqual(['3,19', '', '6,50']);
  });

  test('net prices and whole euros are doubted in words before they are entered (rules 3.42 and 20.2)', async () => {
    await openEdit();
    await pasteAt('00000106', 'PZN\tVK\n00000106\t3\n12345626\t8\n00000141\t6');
    expect((await dialog()).getByText(/^Alle Preise sind ganze Euro/)).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Preise einfügen' })).toBeNull());
    // 3.49, 5.00 and 7.00 divided by 1.19
    await pasteAt('00000106', 'PZN\tPreis\n00000106\t2,93\n00000129\t4,20\n12345626\t5,88');
    const look = await dialog();
    const doubt = within(look.getByText('Diese Preise sehen ungewöhnlich aus').closest('[role=alert]') as HTMLElement);
    doubt.getByText(/^Alle 3 geänderten Preise sind 16,0\s% niedriger als heute/);
    await user.click(look.getByRole('button', { name: '2 Preise eintragen' }));
    expect(values()).toEqual(['2,93', '', '5,88']);
  });

  test('of several columns of prices without a heading none is taken before the user has chosen; one value is typed', async () => {
    await openEdit();
    await pasteAt('00000106', '00000106\t3,19\t4,19');
    const look = await dialog();
    look.getByText('Welche Spalte den neuen Verkaufspreis enthält, ist nicht eindeutig.');
    expect(look.getByRole<HTMLButtonElement>('button', { name: 'Eintragen' }).disabled).toBe(true);
    await user.selectOptions(look.getByRole('combobox', { name: 'Preis aus Spalte' }), '3. Spalte (z. B. 4,19)');
    await user.click(look.getByRole('button', { name: 'Einen Preis eintragen' }));
    expect(values()).toEqual(['4,19', '', '']);
    await pasteAt('12345626', '1.234,5');
    expect(priceInput('12345626').value).toBe('1.234,5');
  });
});

test('the column that is taken is named, and can be changed before anything is entered (rule 3.30)', async () => {
  await openEdit();
  await pasteAt('00000106', 'PZN\tVK alt\tVK aktuell\n00000106\t3,20\t5,99\n12345626\t8,11\t11,99');
  const look = await dialog();
  const column = () => look.getByRole<HTMLSelectElement>('combobox', { name: 'Preis aus Spalte' });
  expect(column().selectedOptions[0]?.textContent).toBe('VK aktuell (z. B. 5,99)');
  expect(
    look.getByRole<HTMLSelectElement>('combobox', { name: 'PZN aus Spalte' }).selectedOptions[0]?.textContent,
  ).toBe('PZN (z. B. 00000106)');
  await user.selectOptions(column(), 'VK alt (z. B. 3,20)');
  await user.click(look.getByRole('button', { name: '2 Preise eintragen' }));
  expect(values()).toEqual(['3,20', '', '8,11']);
});

describe('a price on an exclusion (rule 3.43)', () => {
  const ONE_STAYS = 'Ein Ausschlussartikel bleibt Ausschluss, sein Preis wird nicht gespeichert: Uhu';

  test('is not counted when it is pasted, and named until the tick is taken away', async () => {
    await openEdit();
    await showExclusions();
    await pasteAt('00000106', 'PZN\tVK\n00000106\t3,29\n00000141\t6,50');
    const look = await dialog();
    look.getByText('Ein Preis ändert sich');
    look.getByText(/^Ein Ausschlussartikel erhält einen Preis und bleibt Ausschluss, .*: Uhu$/);
    await user.click(look.getByRole('button', { name: 'Einen Preis eintragen' }));
    expect(screen.getAllByText(ONE_STAYS, { exact: false })).toHaveLength(2);
    await user.click(screen.getByRole('checkbox', { name: 'Ausschluss für PZN 00000141' }));
    expect(screen.queryByText(ONE_STAYS, { exact: false })).toBeNull();
  });

  test('is named when it is typed, and before and after it is saved', async () => {
    await openEdit();
    await showExclusions();
    await enter(priceInput('00000141'), '6,50');
    screen.getByText(/^Der Artikel bleibt Ausschluss\./);
    await press('Daten prüfen (1)');
    await screen.findByText(ONE_STAYS, { exact: false });
  });

  test('is named when it is filled', async () => {
    await openEdit();
    await showExclusions();
    await enter(priceInput('12345626'), '3,29');
    await user.click(priceInput('12345626'));
    await user.keyboard('{Escape}{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}');
    screen.getByText('Eine Zeile ausgefüllt.', { exact: false });
    expect(screen.getAllByText(ONE_STAYS, { exact: false })).not.toHaveLength(0);
  });
});

test('a range is filled with its first value, and rows that take nothing in are named (rule 3.31)', async () => {
  await openEdit();
  await user.click(screen.getByRole('button', { name: /^PZN/ }));
  await enter(priceInput('00000106'), '3,29');
  await user.click(priceInput('00000106'));
  await user.keyboard('{Escape}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  expect(values()).toEqual(['3,29', '', '3,29']);
  screen.getByText('Ein Artikel nimmt nichts auf und bleibt: Gel');
  screen.getByText('Eine Zeile ausgefüllt.');
  await user.keyboard('{Control>}z{/Control}');
  expect(values()).toEqual(['3,29', '', '']);
});

test('Ctrl+A selects all rows, drawn or not, from a cell, from an input that nothing was typed into, and from beside the list (rule 3.19)', async () => {
  const many = Array.from({ length: 60 }, (_, row) => ({ name: `Artikel ${row + 1}` }));
  await openList(() => aPriceList(many));
  const copiedLines = () => {
    let text = '';
    const clipboardData = { setData: (form: string, data: string) => (form === 'text/plain' ? (text = data) : '') };
    fireEvent.copy(document.activeElement as Element, { clipboardData });
    return text.split('\r\n').filter((line) => line !== '');
  };
  screen.getByRole('button', { name: 'Bearbeiten' }).focus();
  await user.keyboard('{Control>}a{/Control}');
  expect(copiedLines()).toHaveLength(60);
  // '2' before '10'
  expect(copiedLines()[59]).toContain('Artikel 60');
  await user.keyboard('{Escape}');
  expect(copiedLines()).toHaveLength(1);
  await press('Bearbeiten');
  await user.keyboard('{Control>}a{/Control}');
  expect(copiedLines()).toHaveLength(60);
});

test("Ctrl+F goes to the search first, and there it is the browser's (rule 2.10)", async () => {
  await openEdit();
  const search = screen.getByLabelText<HTMLInputElement>('Suche nach Artikel, Hersteller, Marke oder PZN');
  const press = () => fireEvent.keyDown(document.activeElement as Element, { key: 'f', ctrlKey: true });
  expect(press()).toBe(false);
  expect(document.activeElement).toBe(search);
  expect(press()).toBe(true);
});

test('a search that finds nothing says what was found instead (rule 2.41)', async () => {
  await openList(() => aPriceList([{ name: 'Ibu 400 mg' }, { name: 'Tee' }]));
  await type(screen.getByLabelText<HTMLInputElement>('Suche nach Artikel, Hersteller, Marke oder PZN'), '400mg');
  await screen.findByText('1 / 2 Artikel · Treffer für „400 mg“');
});

test('a range is copied as text and as a table (rule 3.28)', async () => {
  await openEdit();
  await enter(priceInput('00000106'), '1234,5');
  await user.click(priceInput('00000106'));
  await user.keyboard('{Escape}{Shift>}{ArrowDown}{/Shift}');
  const copied = new Map<string, string>();
  const clipboardData = { setData: (form: string, text: string) => copied.set(form, text) };
  fireEvent.copy(document.activeElement as Element, { clipboardData });
  expect(copied.get('text/plain')).toBe('1234,50\r\n');
  expect(copied.get('text/html')).toContain('<td sdval="1234,5" sdnum="1031;">1234,50</td>');
});
