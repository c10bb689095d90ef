import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { openList } from '../price-lists/open-list.tsx';
import { aPriceList } from '../price-lists/list.ts';
import { cell, headings, switchTo } from '../support/rows.ts';
import { press, type, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const MDP =
  `pzn name content normSize peCluster avpOld avp formerCalculatedPrice priceType calculatedPrice deviationAvp ownPrice
  permanent exclusion`.split(/\s+/);
const without = (...ids: string[]) => MDP.filter((id) => !ids.includes(id));

const openMdp = () => openUpdate(() => anMdp([{}, {}]));
const chooser = async () => {
  await press('Tabelle anpassen');
  return within(await screen.findByRole('dialog', { name: 'Tabelle anpassen' }));
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
    ['review-reviewed', 'info', 'name', 'effectivePrice'].concat([
      'review-margin',
      'review-toAvp',
      'review-toUmfeld',
      'review-why',
    ]),
  );
  const texts = ['review-margin', 'review-toAvp', 'review-toUmfeld'].map((id) => cell('00000001', id));
  expect(texts).toEqual(['−0,40−8,0\u00a0%', '+19,0\u00a0%', '+19,0\u00a0%']);
});

describe('choosing columns (rule 14.50)', () => {
  test('is as specified until somebody asks', async () => {
    await openMdp();
    expect(headings()).toEqual(MDP);
    const dialog = await chooser();
    const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.every(({ checked }) => checked)).toBe(true);
    expect(boxes.filter(({ disabled }) => disabled).map((box) => box.labels?.[0]?.textContent)).toEqual([
      'Artikel',
      'Preisupdate',
      'Preiskorrektur',
      'Dauerpreis',
      'Ausschluss',
    ]);
  });

  test('a hidden column goes, and stays away in the next visit; the count of columns follows', async () => {
    const view = await openMdp();
    const dialog = await chooser();
    await user.click(dialog.getByRole('checkbox', { name: 'AVP alt' }));
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
    await user.click((await chooser()).getByRole('checkbox', { name: 'AEP' }));
    expect(headings()).toContain('aep');
    expect(headings()).not.toContain('diffAep');
  });

  test('a column moves by keyboard and keeps the focus; the ends are told', async () => {
    const view = await openMdp();
    const dialog = await chooser();
    const later = () => dialog.getByRole('button', { name: 'AVP alt weiter nach hinten' });
    later().focus();
    await user.keyboard('{Enter}{Enter}');
    const order = [...without('avpOld').slice(0, 7), 'avpOld', ...without('avpOld').slice(7)];
    expect(headings()).toEqual(order);
    expect(document.activeElement).toBe(later());
    // the first beside the pinned ones cannot go before them
    expect(dialog.getByRole('button', { name: 'Packungsgröße weiter nach vorn' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await again(openMdp, view);
    expect(headings()).toEqual(order);
  });

  test('widths are set in pixels, and restored by an empty input', async () => {
    await openMdp();
    const dialog = await chooser();
    const width = dialog.getByRole<HTMLInputElement>('spinbutton', { name: 'Breite von AVP alt in Pixeln' });
    expect(width.value).toBe('80');
    await type(width, '140');
    expect(styleOf('avpOld').width).toBe('140px');
    await type(width, '5'); // too little to see anything
    expect(styleOf('avpOld').width).toBe('140px');
    await type(width, '');
    expect(styleOf('avpOld').width).toBe('80px');
  });

  test('columns are pinned left and right, one beside the other', async () => {
    await openMdp();
    const dialog = await chooser();
    const pin = (name: string, to: string) =>
      user.selectOptions(dialog.getByRole('combobox', { name: `${name} fixieren` }), to);
    await pin('AVP alt', 'links fixiert');
    await pin('Preisupdate', 'rechts fixiert');
    await pin('Preiskorrektur', 'rechts fixiert');
    await pin('PZN', 'nicht fixiert');
    expect(headings().slice(0, 3)).toEqual(['name', 'avpOld', 'pzn']);
    expect(headings().slice(-2)).toEqual(['calculatedPrice', 'ownPrice']);
    expect([styleOf('name').left, styleOf('avpOld').left, styleOf('pzn').left]).toEqual(['0px', '230px', '']);
    expect([styleOf('calculatedPrice').right, styleOf('ownPrice').right]).toEqual(['96px', '0px']);
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
