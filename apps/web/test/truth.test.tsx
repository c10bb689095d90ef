import './support/browser.ts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from './price-lists/list.ts';
import { ADDRESS, openList } from './price-lists/open-list.tsx';
import { addressOf, openUpdate, priceInput, STAFF } from './price-updates/open-update.tsx';
import { anLzd, anMdp, aQdp } from './price-updates/update.ts';
import { aDashboard, aPharmacy } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { rowOf } from './support/rows.ts';
import { enter, press, pressInDialog, user } from './support/user.ts';

afterEach(() => sessionStorage.clear());

const NO_PILOT = 'Diese Apotheke hat keinen Zugriff auf den TruePrice Pilot.';
const noPilot = () => aServer().on('getDashboard', () => aDashboard({ status: 'NO_PILOT', tpData: [] }));

describe('the help centre and the contacts (rule 2.14)', () => {
  test('stand in user menu and support dialog', async () => {
    await openPortal('/p/100101/tokenA', { roles: ['TP_admin_100101'] });
    await user.click(await screen.findByRole('button', { name: /^Benutzermenü/ }));
    const entry = await screen.findByRole('menuitem', { name: 'Hilfecenter' });
    expect(entry.getAttribute('href')).toBe('https://kundencenter.example/hilfe');
    await user.click(await screen.findByRole('button', { name: 'Support' }));
    const dialog = await screen.findByRole('dialog', { name: 'TruePrice Support Deutschland' });
    const link = within(dialog).getByRole('link', { name: 'Zum Hilfecenter' });
    expect(link.getAttribute('href')).toBe('https://kundencenter.example/hilfe');
  });

  test.each([
    ['AT', 'TruePrice Support Österreich'],
    ['DE', 'TruePrice Support Deutschland'],
    ['CH', 'TruePrice Support Deutschland'],
  ])('staff on a pharmacy from %s see %s', async (country, title) => {
    const server = aServer().on('getDashboard', () => aDashboard({ pharmacy: aPharmacy({ country }) }));
    await openPortal('/p/100101/tokenA', { roles: STAFF, server });
    await screen.findByRole('link', { name: 'Löwen-Apotheke (5001)' });
    await user.click(await screen.findByRole('button', { name: 'Support' }));
    await screen.findByRole('dialog', { name: title });
  });
});

describe('a pharmacy without access to the pilot', () => {
  test('its list is read by staff and not edited, with the reason', async () => {
    const server = noPilot().on('getPriceList', () => aPriceList([{}]));
    await openPortal(ADDRESS, { roles: STAFF, server });
    await screen.findByText(`${NO_PILOT} Sie können die Preisliste lesen, aber nicht bearbeiten.`);
    expect(screen.queryByRole('button', { name: 'Bearbeiten' })).toBeNull();
    await screen.findByRole('button', { name: 'Exportieren' });
  });

  test.each([
    ['MDP', 'getMdp', () => anMdp([{}])],
    ['QDP', 'getQdp', () => aQdp([{}])],
    ['LZD', 'getLzd', () => anLzd([{}])],
  ] as const)('an open %s can be read, but not corrected or approved', async (kind, call, update) => {
    await openPortal(addressOf(kind), { roles: STAFF, server: noPilot().on(call, update) });
    await screen.findByText(`${NO_PILOT} Sie können das Update lesen, aber nicht bearbeiten oder freigeben.`);
    await screen.findByText(/00000001/);
    expect(screen.queryByLabelText('Preiskorrektur für PZN 00000001')).toBeNull();
    for (const name of ['Daten zwischenspeichern', 'Preise freigeben']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('an empty list says why it is empty', () => {
  const SPECIFIED = 'Zu der Filterauswahl / Suche gibt es keine Artikel.';
  test('a list without articles', async () => {
    await openList(() => aPriceList([]));
    screen.getByText('Diese Preisliste enthält noch keine Artikel.');
    expect(screen.queryByText(SPECIFIED)).toBeNull();
  });

  test('a list of hidden exclusions', async () => {
    await openList(() => aPriceList([{ priceType: 1 }]));
    screen.getByText('Diese Preisliste enthält nur Ausschlussartikel. Sie sind ausgeblendet.');
    await press('Ausschlussartikel einblenden');
    await waitFor(() => rowOf('00000001'));
  });

  test('a reason of the address that no row has is not called a list of exclusions', async () => {
    const server = aServer().on('getPriceList', () => aPriceList([{}, { priceType: 1 }]));
    await openPortal(`${ADDRESS}?review=decimalSlip:weight`, { roles: ['TP_admin_100101'], server });
    await screen.findByText(SPECIFIED);
    expect(screen.queryByText(/enthält nur Ausschlussartikel/)).toBeNull();
    await press('Auswahl zurücksetzen');
    await waitFor(() => rowOf('00000001'));
    expect(screen.queryByText(SPECIFIED)).toBeNull();
  });

  test('a filter without results keeps the specified sentence', async () => {
    await openList(() => aPriceList([{}]));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'permanent');
    screen.getByText(SPECIFIED);
  });

  test('an update without articles', async () => {
    await openUpdate(() => anMdp([]));
    screen.getByText('Dieses Update enthält keine Artikel.');
  });
});

describe('the result of a step says what happened', () => {
  const CHANGED = { status: 'OK' as const, loaded: 1, leftOut: 0, left: 0, contractActivated: false };
  const NOTHING = 'Es wurden keine Preise geändert: Die Preisliste enthielt diese Preise schon.';

  test.each([
    ['MDP', 'approveMdp', () => anMdp([{}])],
    ['QDP', 'approveQdp', () => aQdp([{}])],
    ['LZD', 'approveLzd', () => anLzd([{}])],
  ] as const)('an approval of an %s that changed nothing', async (_kind, call, update) => {
    await openUpdate(update, { prepare: (server) => server.on(call, () => ({ ...CHANGED, changed: 0 })) });
    await press('Preise freigeben');
    await press('Preise freigeben');
    await screen.findByText('Preise gespeichert');
    screen.getByText(NOTHING);
  });

  test('an approval that changed something says nothing of it', async () => {
    await openUpdate(() => anMdp([{}]), {
      prepare: (server) => server.on('approveMdp', () => ({ ...CHANGED, changed: 1 })),
    });
    await press('Preise freigeben');
    await press('Preise freigeben');
    await screen.findByText('Preise gespeichert');
    expect(screen.queryByText(NOTHING)).toBeNull();
  });

  test('a save of the list that changed nothing', async () => {
    await openList(
      () => aPriceList([{}]),
      (server) => server.on('savePriceList', () => ({ status: 'OK', changed: 0 })),
    );
    await press('Bearbeiten');
    await user.clear(screen.getByLabelText('Neuer Preis für PZN 00000001'));
    await user.type(screen.getByLabelText('Neuer Preis für PZN 00000001'), '5');
    await press('Daten prüfen (1)');
    await press('Daten speichern');
    await screen.findByText('Preise gespeichert');
    screen.getByText(NOTHING);
  });

  test('releasing an LZD: that it worked, and for which people', async () => {
    const lzd = anLzd([{}]);
    const { name, zipcode, city } = lzd.pharmacy;
    await openUpdate(
      () => anLzd([{}], { readyForApproval: false, pharmacy: { ...lzd.pharmacy, userEmails: 'issued' } }),
      {
        roles: STAFF,
        prepare: (server) => server.on('releaseLzdByPost', () => ({ status: 'OK' })),
      },
    );
    await press('LZD für Apotheke freischalten');
    await pressInDialog('LZD für Apotheke freischalten');
    await screen.findByRole('dialog', { name: 'LZD freigeschaltet' });
    screen.getByText(
      `Die LZD OTC steht jetzt Inhaber und Stellvertretern von ${name}, ${zipcode} ${city}, zur Freigabe bereit.`,
    );
  });
});

describe('an approved list greys what the user had decided', () => {
  const rows = [
    // excluded by the user: the type it got is exclusion
    { priceType: 1 as const, draftExclusion: true, draftPermanent: false },
    // 'Dauerpreis' given up without a price
    { priceType: 0 as const, draftExclusion: false, draftPermanent: false },
    { priceType: 2 as const, ownPrice: 500, draftOwnPrice: 500, draftExclusion: false, draftPermanent: false },
    // excluded long before, and untouched
    { priceType: 1 as const },
    {},
  ];
  test.each([
    ['MDP', () => anMdp(rows, { approvalStatus: 1, approver: 'Anna Berger' })],
    ['QDP', () => aQdp(rows, { approved: 1, approver: 'Anna Berger' })],
    ['LZD', () => anLzd(rows, { approved: 1, approver: 'Anna Berger' })],
  ] as const)('%s', async (_kind, update) => {
    await openUpdate(update);
    const grey = [1, 2, 3, 4, 5].map((n) => rowOf(`0000000${n}`).className.includes('changed'));
    expect(grey).toEqual([true, true, true, false, false]);
  });

  test('an open list greys nothing that is as it was', async () => {
    await openUpdate(() => anMdp([{ priceType: 1 }, {}]));
    await enter(priceInput('00000002'), '3');
    expect([1, 2].map((n) => rowOf(`0000000${n}`).className.includes('changed'))).toEqual([false, true]);
  });
});
