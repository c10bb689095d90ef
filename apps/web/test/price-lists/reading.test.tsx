import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { COLUMNS_MEDIA_TYPE } from '@portal/contracts';
import { aDashboard, aGroup, aPharmacy } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { findGrid, focusRow, focusedCell, headings, rowOf, showExclusions, shownPzns } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { press, type, user } from '../support/user.ts';
import { aPriceList } from './list.ts';
import { ADDRESS, openList } from './open-list.tsx';

const search = () => screen.getByLabelText<HTMLInputElement>('Suche nach Artikel, Hersteller, Marke oder PZN');
const filter = () => screen.getByRole('combobox', { name: 'Filter' });

// Rules 4.5, 4.18 and 14.32.
describe('reading the price list (rule 4.1)', () => {
  test('asks for columns, sorts by name and leaves exclusions out', async () => {
    const { server } = await openList(() =>
      aPriceList([{ name: 'Zink' }, { name: 'Äpfel' }, { name: 'Birne', priceType: 1 }, { name: 'Apfel' }]),
    );
    expect(server.callsOf('getPriceList')[0]?.headers.get('accept')).toBe(COLUMNS_MEDIA_TYPE);
    expect(shownPzns()).toEqual(['00000004', '00000002', '00000001']);
    screen.getByText('3 / 4 Artikel');
    expect(document.title).toBe('Kundencenter - Preisliste OTC');
    await showExclusions();
    expect(shownPzns()).toEqual(['00000004', '00000002', '00000003', '00000001']);
    within(rowOf('00000003')).getByText('---');
    within(rowOf('00000003')).getByText('A');
  });

  test('a second click on a heading reverses, a click on another one starts ascending', async () => {
    await openList(() => aPriceList([{ avp: 300 }, { avp: null }, { avp: 100, name: 'B' }]));
    await press('AVP');
    expect(shownPzns()).toEqual(['00000003', '00000001', '00000002']);
    const heading = screen.getAllByRole('columnheader').find((each) => each.dataset.column === 'avp');
    expect(heading?.getAttribute('aria-sort')).toBe('ascending');
    await press('AVP');
    expect(shownPzns()).toEqual(['00000001', '00000003', '00000002']);
    expect(heading?.getAttribute('aria-sort')).toBe('descending');
    await press('Hersteller');
    expect(heading?.getAttribute('aria-sort')).toBe('none');
  });

  test('shows an own price with its tag, the calculated one below and differences to the own price', async () => {
    // 11,00 against AVP 10,00: +10 %; against Umfeld 9,00: 22,2 %
    await openList(() => aPriceList([{ priceType: 2, ownPrice: 1100, calculatedPrice: 950 }]));
    const row = within(rowOf('00000001'));
    row.getByText('11,00');
    row.getByText('ber. 9,50');
    row.getByText('E');
    row.getByText('+10,0 %');
    row.getByText('+22,2 %');
  });

  test('a margin far below the cost stays in its cell, in full as its title (rule 14.26)', async () => {
    const server = aServer().on('getPriceList', () => aPriceList([{ calculatedPrice: 1, aep: 1500 }]));
    await openPortal(`${ADDRESS}?review=all:weight`, { roles: ['TP_admin_100101'], server });
    const margin = await screen.findByText('<\u00a0−999,0\u00a0%', { normalizer: (text) => text });
    expect(margin.title).toBe('−178.400,0\u00a0%');
  });

  test('searches from three characters and says when nothing is left', async () => {
    await openList(() => aPriceList([{ name: 'Ibuprofen' }, { producer: 'Ibu AG' }, { name: 'Zink' }]));
    await type(search(), 'ib');
    expect(shownPzns()).toHaveLength(3);
    screen.getByText('Bitte mindestens 3 Zeichen eingeben.');
    await type(search(), 'IBU');
    expect(shownPzns()).toEqual(['00000002', '00000001']);
    await type(search(), 'nichts davon');
    screen.getByText('Zu der Filterauswahl / Suche gibt es keine Artikel.');
    screen.getByText('0 / 3 Artikel');
    await press('Suche leeren');
    expect(shownPzns()).toHaveLength(3);
  });

  test('offers the filters of reading; a top seller sold at least 5', async () => {
    await openList(() => aPriceList([{ units: 4 }, { units: 5 }]));
    const offered = within(filter())
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(offered).toEqual([
      'Alle Artikel',
      'Hersteller',
      'Brand',
      'Preiselastizität',
      'VH Preiselastizität',
      'Topseller',
      'Datum der letzten Änderung',
      'Dauerpreise',
      'Eigene Preise',
      'Ausschlussartikel',
      'Noch nicht in der Kasse',
      'In der Kasse anders',
      'Etikett veraltet',
    ]);
    await user.selectOptions(filter(), 'topSeller');
    expect(shownPzns()).toEqual(['00000002']);
    await user.selectOptions(filter(), 'producer');
    await user.click(screen.getByPlaceholderText('Hersteller wählen'));
    await user.click(await screen.findByText('MUSTER PHARMA'));
    expect(shownPzns()).toEqual(['00000001', '00000002']);
  });

  test("keeps the expert's columns in the local storage as 'true' and 'false'", async () => {
    localStorage.setItem('showAtcCode', 'false');
    await openList(() => aPriceList([{}]));
    expect(headings()).not.toContain('vhp');
    await user.click(screen.getByLabelText('Experte'));
    expect(headings()).toContain('vhp');
    expect(headings()).not.toContain('atc');
    expect(headings()).not.toContain('brand');
    await press('Spalten');
    await user.click(await screen.findByRole('switch', { name: 'Brand', hidden: true }));
    expect(localStorage.getItem('showBrand')).toBe('true');
    expect(headings()).toContain('brand');
  });

  test('a blocked product says so and why; a click marks a row', async () => {
    await openList(() => aPriceList([{}, {}], { blockedProducts: [{ pzn: '00000002' }, { pzn: '07777771' }] }));
    within(rowOf('00000002')).getByText('in Preisfreigabe');
    within(rowOf('00000002')).getByText(/Bearbeiten können Sie ihn wieder, wenn es freigegeben ist/);
    await user.click(screen.getByText('1 Artikel ist in Preisfreigabe.'));
    await screen.findByText(/Der AVP entspricht immer dem Preis vom 1. des Monats/);
    await user.click(rowOf('00000001'));
    expect(rowOf('00000001').getAttribute('aria-selected')).toBe('true');
  });

  test('cannot be edited during a new calculation', async () => {
    await openList(() => aPriceList([{}], { blockEdit: true }));
    screen.getByText(
      'Sie können die Preisliste erst wieder bearbeiten, wenn die Erst- bzw. Neuberechnung freigegeben wurde.',
    );
    expect(screen.getByRole('button', { name: 'Bearbeiten' }).matches(':disabled')).toBe(true);
  });

  test('of a mirror pharmacy cannot be edited and offers no review', async () => {
    await openList(() => aPriceList([{}], { parentPharmacy: aPharmacy({ name: 'Haupt-Apotheke' }) }));
    screen.getByText('Preise können nur in der Hauptapotheke bearbeitet werden.');
    expect(screen.getByRole('button', { name: 'Bearbeiten' }).matches(':disabled')).toBe(true);
    expect(screen.queryByRole('group', { name: 'Prüfhilfe' })).toBeNull();
  });

  test('says to people of the pharmacy that staff release the new calculation (rule 2.13)', async () => {
    const tpData = [aGroup('OTC', { lzdPending: true })];
    await openList(
      () => aPriceList([{}], { blockEdit: true }),
      (server) => server.on('getDashboard', () => aDashboard({ tpData })),
    );
    await screen.findByText(/TruePrice bereitet die neuen Preise vor und schaltet sie für Sie frei\.$/);
  });

  test('a list that cannot be loaded says why and can be asked for again', async () => {
    let fails = true;
    const server = aServer().on('getPriceList', () =>
      fails ? new Refused(503, 'internal', 'TruePrice ist gerade nicht erreichbar.') : aPriceList([{}]),
    );
    await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server });
    await screen.findByText('TruePrice ist gerade nicht erreichbar.');
    fails = false;
    await press('Erneut versuchen');
    await findGrid();
    expect(screen.queryByText('TruePrice ist gerade nicht erreichbar.')).toBeNull();
  });

  test('the price history of a product opens by its button and by the Enter key', async () => {
    const history = [
      {
        createdAt: '2026-11-20T09:00:00.000Z',
        event: 'Preisliste gespeichert',
        username: 'Anna Berger',
        avp: 10,
        priceNew: 9.95,
        negative: 2 as const,
      },
    ];
    let answer: typeof history = [];
    await openList(
      () => aPriceList([{ name: 'Zink' }]),
      (server) => server.on('getPriceHistory', () => answer).on('getChangesKept', () => ({ keptSince: null })),
    );
    await press('Preishistorie von PZN 00000001');
    await screen.findByText('Für dieses Produkt gab es seit dem Start von TruePrice Online noch keine Preisänderung.');
    await press('Schließen');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer = history;
    focusRow('00000001');
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('9,95 €');
    dialog.getByText('20.11.2026 10:00');
    dialog.getByText('Eigener Preis');
  });

  test('the arrow keys move the focus from row to row', async () => {
    await openList(() => aPriceList([{}, {}, {}]));
    focusRow('00000001');
    await user.keyboard('{ArrowDown}');
    focusedCell('00000002');
    await user.keyboard('{Control>}{End}{/Control}');
    expect(focusedCell('00000003').tabIndex).toBe(0);
    expect(document.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
  });
});
