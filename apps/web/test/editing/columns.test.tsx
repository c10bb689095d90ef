import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { openList, priceInput as listPrice } from '../price-lists/open-list.tsx';
import { aPriceList } from '../price-lists/list.ts';
import { cell, headings, switchTo } from '../support/rows.ts';
import { enter, press, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const MDP =
  `pzn name content normSize peCluster avpOld avp formerCalculatedPrice priceType calculatedPrice deviationAvp ownPrice
  permanent exclusion`.split(/\s+/);
const without = (...ids: string[]) => MDP.filter((id) => !ids.includes(id));

const openMdp = () => openUpdate(() => anMdp([{}, {}]));
const chooser = async () => {
  await press('Spalten');
  return within(await screen.findByRole('dialog', { name: 'Spalten' }));
};
const grid = () => screen.getByRole('grid');
const styleOf = (id: string) =>
  (screen.getAllByRole('columnheader').find((each) => each.dataset.column === id) as HTMLElement).style;
/** Shows the same list again, as after a reload. */
const again = async (open: () => Promise<{ unmount: () => void }>, before: { unmount: () => void }) => {
  before.unmount();
  return open();
};

test('rows to review of a price list say what a price earns and how far it lies from AVP and Umfeld', async () => {
  const row = { calculatedPrice: 595, avp: 500, aep: 540, priceAvg: 500, units: 3 };
  await openList(() => aPriceList([row, { ...row, calculatedPrice: 400 }]));
  await switchTo('Zu prüfen');
  expect(headings()).toEqual(
    ['review-reviewed', 'info', 'name', 'effectivePrice'].concat(['review-margin', 'review-distances', 'review-why']),
  );
  const texts = ['review-margin', 'review-distances'].map((id) => cell('00000001', id));
  expect(texts).toEqual(['−0,40−8,0\u00a0%', '+19,0\u00a0%+19,0\u00a0%']);
});

test.each([
  ['a monthly update', openMdp, 'Preise freigeben'],
  ['a price list', () => openList(() => aPriceList([{}])), undefined],
] as const)('the confirmation of %s ends within a window of 1280 pixels', async (_, open, button) => {
  await open();
  if (button) await press(button);
  else {
    await press('Bearbeiten');
    await enter(listPrice('00000001'), '9,70');
    await press(/^Daten prüfen/);
  }
  await waitFor(() => expect(headings()).toContain('concern'));
  const widths = screen.getAllByRole('columnheader').map(({ style }) => Number.parseFloat(style.width));
  // with a scrollbar
  expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(1265);
});

describe('choosing columns (rule 14.50)', () => {
  test('is as specified until somebody asks', async () => {
    await openMdp();
    expect(headings()).toEqual(MDP);
    const dialog = await chooser();
    const eyes = dialog.getAllByRole<HTMLButtonElement>('button', { name: / anzeigen$/ });
    expect(eyes.every((eye) => eye.getAttribute('aria-pressed') === 'true')).toBe(true);
    // Article, price and inputs have a lock in its place.
    expect(eyes).toHaveLength(MDP.length - 5);
    expect(dialog.getAllByRole('img', { name: /bleibt sichtbar$/ })).toHaveLength(5);
  });

  test('a hidden column goes, and stays away in the next visit; the count of columns follows', async () => {
    const view = await openMdp();
    const dialog = await chooser();
    await user.click(dialog.getByRole('button', { name: 'AVP alt anzeigen' }));
    expect(headings()).toEqual(without('avpOld'));
    expect(grid().getAttribute('aria-colcount')).toBe(String(MDP.length - 1));
    await again(openMdp, view);
    expect(headings()).toEqual(without('avpOld'));
    await user.click((await chooser()).getByRole('button', { name: 'Zurücksetzen' }));
    expect(headings()).toEqual(MDP);
  });

  test('columns of the expert mode can be shown one by one, the mode stays as it is', async () => {
    await openList(() => aPriceList([{}]));
    expect(headings()).not.toContain('aep');
    await user.click((await chooser()).getByRole('button', { name: 'AEP anzeigen' }));
    expect(headings()).toContain('aep');
    expect(headings()).not.toContain('diffAep');
  });

  test('a switch of the expert mode decides about its columns, whatever was chosen one by one', async () => {
    await openList(() => aPriceList([{}]));
    await user.click(screen.getByLabelText('Experte'));
    const dialog = await chooser();
    // one line a column, each with its eye or lock
    const eyes = [/ anzeigen$/, /^(?!Preiskarte)/].map((name, at) =>
      dialog.getAllByRole(at === 0 ? 'button' : 'switch', { name }),
    );
    const locks = dialog.getAllByRole('img', { name: /bleibt sichtbar$/ });
    expect(dialog.getAllByRole('listitem')).toHaveLength(eyes.flat().length + locks.length);
    await user.click(dialog.getByRole('button', { name: 'Diff. AEP anzeigen' }));
    expect(headings()).toContain('diffAep');
    expect(headings()).not.toContain('aep');
    const aep = dialog.getByRole('switch', { name: 'AEP' });
    await user.click(aep);
    expect(headings()).toEqual(expect.arrayContaining(['aep', 'diffAep']));
    expect(localStorage.getItem('showAepPrice')).toBe('true');
    await user.click(aep);
    expect(headings()).not.toContain('aep');
  });

  test('a column moves by keyboard, keeps the focus and stops at the end of its part', async () => {
    const view = await openMdp();
    const dialog = await chooser();
    const handle = dialog.getByRole('button', { name: 'AVP alt verschieben' });
    handle.focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const order = [...without('avpOld').slice(0, 7), 'avpOld', ...without('avpOld').slice(7)];
    expect(headings()).toEqual(order);
    expect(document.activeElement).toBe(handle);
    // the first beside the pinned ones cannot go before them
    dialog.getByRole('button', { name: 'Packungsgröße verschieben' }).focus();
    await user.keyboard('{ArrowUp}');
    expect(headings()).toEqual(order);
    await again(openMdp, view);
    expect(headings()).toEqual(order);
  });

  test('a column is pinned at the left and set free again', async () => {
    await openMdp();
    const dialog = await chooser();
    const pin = (name: string) => user.click(dialog.getByRole('button', { name: `${name} links fixieren` }));
    await pin('AVP alt');
    await pin('PZN');
    expect(headings().slice(0, 3)).toEqual(['name', 'avpOld', 'pzn']);
    expect([styleOf('name').left, styleOf('avpOld').left, styleOf('pzn').left]).toEqual(['0px', '230px', '']);
  });

  test('rows are 36 pixels high, on request 28, remembered for each kind of list', async () => {
    const view = await openMdp();
    const height = () => (screen.getAllByRole('row')[1] as HTMLElement).style.height;
    expect(height()).toBe('36px');
    await user.click((await chooser()).getByRole('radio', { name: 'dicht' }));
    expect(height()).toBe('28px');
    const list = await again(() => openList(() => aPriceList([{}])), view);
    expect(height()).toBe('36px');
    await again(openMdp, list);
    expect(height()).toBe('28px');
  });

  test('the inputs of the expert mode stay in view together with the price that they change (rule 3.20)', async () => {
    await openList(() => aPriceList([{}]));
    await user.click(screen.getByLabelText('Experte'));
    await press('Bearbeiten');
    expect(headings().slice(-5)).toEqual(['effectivePrice', 'priceType', 'ownPrice', 'permanent', 'exclusion']);
  });

  test.each([
    ['no JSON', '{'],
    ['of somebody else', JSON.stringify({ owner: 'another', shown: { pzn: false } })],
    [
      'of another version',
      JSON.stringify({
        owner: 'subject-of-anna',
        order: [7, 'gone', 'name', 'name'],
        shown: { name: false, exclusion: false, gone: true, avp: 'no' },
        widths: { pzn: 4, avp: 'wide', gone: 90 },
        pins: { pzn: 'top' },
        dense: 'yes',
      }),
    ],
    ['nothing of the kind', '[1]'],
  ])('what is stored and %s counts as not said', async (_case, stored) => {
    localStorage.setItem('table.MDP', stored);
    await openMdp();
    expect(headings()).toEqual(MDP);
    expect(styleOf('pzn').width).toBe('80px');
  });
});

describe('the menu of a heading (rule 14.50)', () => {
  const headingOf = (id: string) =>
    screen.getAllByRole('columnheader').find((each) => each.dataset.column === id) as HTMLElement;
  const open = async (id: string) => {
    act(() => within(headingOf(id)).getAllByRole('button')[0]?.focus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    return within(await screen.findByRole('menu'));
  };
  const choose = async (id: string, name: string) => user.click((await open(id)).getByRole('menuitem', { name }));
  const sortOf = (id: string) => headingOf(id).getAttribute('aria-sort');

  test('sorts both ways, whatever was sorted before; a click sorts as before', async () => {
    await openMdp();
    await choose('avp', 'Absteigend sortieren');
    expect(sortOf('avp')).toBe('descending');
    await choose('avp', 'Absteigend sortieren');
    expect(sortOf('avp')).toBe('descending');
    await choose('avp', 'Aufsteigend sortieren');
    expect([sortOf('avp'), sortOf('name')]).toEqual(['ascending', 'none']);
    await press('AVP neu');
    expect(sortOf('avp')).toBe('descending');
  });

  test('pins, moves, widens and hides the column; Escape gives the focus back', async () => {
    await openMdp();
    await open('avp');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('AVP neu'));
    await choose('avp', 'Nach links schieben');
    expect(headings().indexOf('avp')).toBe(MDP.indexOf('avp') - 1);
    await choose('avp', 'Breiter');
    expect(styleOf('avp').width).toBe('104px');
    await user.click(screen.getByRole('menuitem', { name: 'Schmaler' }));
    expect(styleOf('avp').width).toBe('80px');
    await user.click(screen.getByRole('menuitem', { name: 'Rechts fixieren' }));
    expect(headings().at(-1)).toBe('avp');
    await choose('avp', 'Ausblenden');
    expect(headings()).not.toContain('avp');
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
    expect((await open('name')).queryByRole('menuitem', { name: 'Ausblenden' })).toBeNull();
  });

  test('filters by the column, and changes that condition the next time', async () => {
    await openMdp();
    await choose('avp', 'Filtern …');
    const dialog = within(await screen.findByRole('dialog', { name: 'Spalte AVP neu' }));
    expect(dialog.getByLabelText<HTMLSelectElement>('Spalte').value).toBe('avp');
    await user.type(dialog.getByLabelText('Wert'), '100{Enter}');
    await screen.findByRole('button', { name: 'AVP neu > 100,00 €' });
    expect(headings()).toEqual(MDP);
    await choose('avp', 'Filtern …');
    const again = within(await screen.findByRole('dialog', { name: 'Spalte AVP neu' }));
    expect(again.getByLabelText<HTMLInputElement>('Wert').value).toBe('100,00');
  });

  test('has one button, in the heading under the pointer', async () => {
    await openMdp();
    const buttons = () => document.querySelectorAll('[data-menu]');
    expect(buttons()).toHaveLength(0);
    await user.hover(headingOf('avp'));
    expect(headingOf('avp').contains(buttons()[0] ?? null)).toBe(true);
    await user.hover(headingOf('pzn'));
    expect(buttons()).toHaveLength(1);
    // user-event leaves the heading on its way to the button
    fireEvent.click(buttons()[0] as Element);
    await screen.findByRole('menuitem', { name: 'Aufsteigend sortieren' });
  });
});

describe("'?' (rule 14.43)", () => {
  const help = () => screen.queryByRole('dialog', { name: 'Tasten' });

  test('shows all keys, and not while something is typed', async () => {
    await openMdp();
    const search = screen.getByLabelText('Suche nach Artikel, Hersteller, Marke oder PZN');
    await user.type(search, '?');
    expect(help()).toBeNull();
    search.blur();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Tasten' });
    screen.getByText('nach unten ausfüllen, auch durch Ziehen an der Ecke');
  });

  test('has a button among the columns', async () => {
    await openMdp();
    await user.click((await chooser()).getByRole('button', { name: 'Tasten (?)' }));
    await screen.findByRole('dialog', { name: 'Tasten' });
  });
});
