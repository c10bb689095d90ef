import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { COLUMNS_MEDIA_TYPE } from '@portal/contracts';
import { aServer, openPortal } from '../support/portal.tsx';
import { cell, findGrid, headings, rowOf, shownPzns } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { press, user } from '../support/user.ts';
import {
  addressOf,
  arrivesAt,
  buttons,
  exclusionBox,
  HOME,
  openUpdate,
  permanentBox,
  priceInput,
  STAFF,
} from './open-update.tsx';
import { anLzd, anMdp, aQdp } from './update.ts';

afterEach(() => sessionStorage.clear());

const filter = () => screen.getByRole('combobox', { name: 'Filter' });
const options = () =>
  within(filter())
    .getAllByRole('option')
    .map((option) => option.textContent);
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the monthly update (rule 6.10)', () => {
  test('asks for columns and shows its own, with the deviation from the new AVP', async () => {
    const { server } = await openUpdate(() =>
      anMdp([
        { name: 'Zink', normSize: 'N2', peCluster: 2 },
        { name: 'Apfel', priceType: 1 },
        { name: 'Birne', priceType: 3, ownPrice: 777 },
      ]),
    );
    expect(server.callsOf('getMdp')[0]?.headers.get('accept')).toBe(COLUMNS_MEDIA_TYPE);
    expect(title()).toBe('MONATSUPDATE - OTC (ID 4711)');
    expect(document.title).toBe('Kundencenter - MONATSUPDATE - OTC (ID 4711)');
    screen.getByText('Erstellt am 19.11.2026');
    screen.getByText('3 / 3 Artikel');
    expect(headings()).toEqual([
      'pzn',
      'name',
      'content',
      'normSize',
      'peCluster',
      'avpOld',
      'avp',
      'formerCalculatedPrice',
      'priceType',
      'calculatedPrice',
      'deviationAvp',
      'ownPrice',
      'permanent',
      'exclusion',
    ]);
    // by name
    expect(shownPzns()).toEqual(['00000002', '00000003', '00000001']);
    expect(['avpOld', 'avp', 'formerCalculatedPrice', 'calculatedPrice'].map((id) => cell('00000001', id))).toEqual([
      '9,00',
      '10,00',
      '8,50',
      '9,00',
    ]);
    expect(cell('00000001', 'peCluster')).toBe('hoch elastisch');
    // 9,00 against 10,00
    expect(cell('00000001', 'deviationAvp')).toBe('−10,0\u00a0%');
    expect([cell('00000002', 'calculatedPrice'), cell('00000002', 'priceType')]).toEqual(['---', 'N']);
    expect([cell('00000003', 'calculatedPrice'), cell('00000003', 'priceType')]).toEqual(['9,00bleibt 7,77', 'D']);
  });

  test('offers its filters; a top seller sold at least 5', async () => {
    await openUpdate(() => anMdp([{ units: 4 }, { units: 5 }]));
    expect(options()).toEqual([
      'Alle Artikel',
      'Hersteller',
      'Brand',
      'Topseller',
      'Dauerpreise',
      'Eigene Preise',
      'Ausschlussartikel',
      'Bearbeitete Artikel',
    ]);
    await user.selectOptions(filter(), 'topSeller');
    expect(shownPzns()).toEqual(['00000002']);
  });

  test.each([
    ['approve' as const, 'wird am 24.11. um 24 Uhr automatisch freigegeben'],
    ['delete' as const, 'wird am 24.11. um 24 Uhr gelöscht'],
  ])('says when the clock acts and what it does: %s', async (action, text) => {
    await openUpdate(() => anMdp([{}], { deadline: { at: '2026-11-24T23:00:00.000Z', action } }));
    screen.getByText(text);
  });

  test('says that it waits for a person, and no deadline (rule 12.7)', async () => {
    await openUpdate(() => anMdp([{}], { held: { at: '2026-11-20T23:00:00.000Z', rows: 12 } }));
    screen.getByText('Dieses Update wartet auf Sie: 12 Preise verletzen eine Leitplanke.');
    await user.click(screen.getByRole('button', { name: 'Was das heißt' }));
    await screen.findByText(/Es wird nicht automatisch freigegeben\. Geprüft wurde am 21\. November 2026 00:00/);
    expect(screen.queryByText('bleibt offen, bis Sie freigeben')).toBeNull();
  });

  test('an inactive row says why it is locked', async () => {
    await openUpdate(() => anMdp([{ inactive: true }]));
    within(rowOf('00000001')).getByText('inaktiv');
    expect(rowOf('00000001').className).toContain('inactive');
    expect([priceInput, permanentBox, exclusionBox].map((find) => find('00000001').disabled)).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('the quarterly update and the calculation (rule 6.10)', () => {
  test.each([
    ['2026-11-20T09:00:00.000Z', true],
    ['2026-11-16T09:00:00.000Z', false],
  ])(
    'arrived on %s with the deadline of December: says why not that of this month (rule 7.4)',
    async (createdAt, says) => {
      const deadline = { at: '2026-12-21T23:00:00.000Z', action: 'approve' as const };
      await openUpdate(() => aQdp([{}], { createdAt, deadline }));
      await user.click(screen.getByText('wird am 22.12. um 0 Uhr automatisch freigegeben'));
      await screen.findByText(
        /^Dieses Update wird am 22\.12\. um 0 Uhr automatisch freigegeben\. Dann kommen alle Preise/,
      );
      expect(screen.queryByText(/^Am 22\. dieses Monats war es zu kurzfristig: .* mindestens 5 Tage\.$/) !== null).toBe(
        says,
      );
    },
  );

  test('columns that no row has, or that repeat, make way before names are cut (rule 14.50)', async () => {
    const name = 'Blutdruckmessgerät Oberarm mit Manschette';
    Object.assign(globalThis, { innerWidth: 1280 });
    const lzd = await openUpdate(() => anLzd([{ name, ravpRegio: null }]));
    expect(headings()).toEqual(expect.arrayContaining(['ravp', 'diffRavp']));
    for (const column of ['ravpRegio', 'diffRavpRegio']) expect(headings()).not.toContain(column);
    lzd.unmount();
    const mdp = await openUpdate(() => anMdp([{ name }]));
    expect(headings()).toContain('normSize');
    expect(headings()).not.toContain('content');
    mdp.unmount();
    Object.assign(globalThis, { innerWidth: 1920 });
    await openUpdate(() => anLzd([{ name, ravpRegio: null }]));
    expect(headings()).toEqual(expect.arrayContaining(['ravpRegio', 'diffRavpRegio']));
  });

  test('new products: few columns at first, the expert chooses, the choice is kept', async () => {
    localStorage.setItem('showAtcCode', 'false');
    await openUpdate(() => aQdp([{ peCluster: 0 }]));
    expect(title()).toBe('QUARTALS UPDATE - OTC');
    expect(headings()).toEqual([
      'pzn',
      'name',
      'units',
      'avp',
      'diffAvp',
      'ravp',
      'diffRavp',
      'ravpRegio',
      'diffRavpRegio',
      'calculatedPrice',
      'priceType',
      'ownPrice',
      'permanent',
      'exclusion',
    ]);
    // 9,00 against 8,00
    expect(cell('00000001', 'diffRavpRegio')).toBe('+12,5\u00a0%');
    await user.click(screen.getByLabelText('Experte'));
    expect(headings()).toEqual(expect.arrayContaining(['content', 'normSize', 'vhCluster', 'vhp', 'diffRavpNational']));
    expect(headings()).not.toContain('atc');
    await press('Spalten');
    const switches = await screen.findAllByRole('switch', { hidden: true });
    expect(switches.map((each) => each.getAttribute('aria-label')).sort()).toEqual([
      'AEP',
      'ATC Code',
      'Absatz',
      'Aktueller Preis',
      'Brand',
      'Inhalt',
      'Nationaler Durchschnittspreis',
      'Normgröße',
      'Preiselastizität',
      'Umfeldpreis',
      'VH Preiselastizität',
      'Versandhandelspreis',
    ]);
    await user.click(screen.getByRole('switch', { name: 'AEP', hidden: true }));
    expect(localStorage.getItem('showAepPrice')).toBe('true');
    expect(headings()).toEqual(expect.arrayContaining(['aep', 'diffAep']));
  });

  test.each([
    ['QDP', () => aQdp([{ priceType: 2, ownPrice: 777 }]), ['pzn', 'name']],
    ['LZD', () => anLzd([{ priceType: 2, ownPrice: 777 }]), ['checkReason', 'pzn', 'name']],
  ])('the expert of a %s: calculated price, tag and inputs stand together at the end', async (_kind, update, first) => {
    localStorage.setItem('showAepPrice', 'true');
    localStorage.setItem('showBrand', 'true');
    await openUpdate(update as () => ReturnType<typeof aQdp>);
    await user.click(screen.getByLabelText('Experte'));
    expect(headings()).toEqual([
      ...first,
      'content',
      'brand',
      'normSize',
      'atc',
      'peCluster',
      'vhCluster',
      'units',
      'avp',
      'diffAvp',
      'aep',
      'diffAep',
      'vhp',
      'diffVhp',
      'ravp',
      'diffRavp',
      'ravpRegio',
      'diffRavpRegio',
      'ravpNational',
      'diffRavpNational',
      'calculatedPrice',
      'priceType',
      'ownPrice',
      'permanent',
      'exclusion',
    ]);
    expect([cell('00000001', 'calculatedPrice'), cell('00000001', 'priceType')]).toEqual(['9,00M 7,77', 'M']);
  });

  test('an own price carries the marker M', async () => {
    await openUpdate(() => aQdp([{ priceType: 2, ownPrice: 777 }]));
    expect([cell('00000001', 'calculatedPrice'), cell('00000001', 'priceType')]).toEqual(['9,00M 7,77', 'M']);
  });

  test('a calculation begins with the check reason, each an option of the filter', async () => {
    await openUpdate(() => anLzd([{ checkReason: 'Neuer Artikel' }, {}, { checkReason: 'Abweichung' }]));
    expect(title()).toBe('Erst-/Neuberechnung - OTC');
    expect(headings().slice(0, 3)).toEqual(['checkReason', 'pzn', 'name']);
    expect(options().slice(0, 6)).toEqual([
      'Alle Artikel',
      'Abweichung',
      'Neuer Artikel',
      'Keine Auffälligkeiten',
      'Hersteller',
      'Brand',
    ]);
    expect(options()).toContain('Topseller (>5)');
    await user.selectOptions(filter(), 'reason:Neuer Artikel');
    expect(shownPzns()).toEqual(['00000001']);
    await user.selectOptions(filter(), 'noReason');
    expect(shownPzns()).toEqual(['00000002']);
  });

  test('a calculation opens in the order and with the filter that were saved', async () => {
    await openUpdate(() =>
      anLzd([{ checkReason: 'Neu', calculatedPrice: 100 }, {}, { checkReason: 'Neu', calculatedPrice: 300 }], {
        sortOrderSetting: 'truePrice desc',
        filterSetting: 'reason:Neu',
      }),
    );
    expect(shownPzns()).toEqual(['00000003', '00000001']);
  });

  test('a saved filter whose reason is gone leaves nothing out', async () => {
    await openUpdate(() => anLzd([{}], { filterSetting: 'reason:Verschwunden' }));
    expect(shownPzns()).toEqual(['00000001']);
  });
});

describe('buttons by role and status (rule 1.9)', () => {
  const APPROVED = { approver: 'Anna Berger', approvalDate: '2026-11-20T09:00:00.000Z' };

  test.each([
    ['an owner, open', [], {}, ['Abbrechen', 'Daten zwischenspeichern', 'Preise freigeben']],
    [
      'staff, open',
      STAFF,
      { mayDelete: true },
      ['MDP Daten löschen', 'Abbrechen', 'Daten zwischenspeichern', 'Preise freigeben'],
    ],
    ['a mirror', [], { isShadowPharmacy: true }, ['Abbrechen']],
    ['deleted', STAFF, { approvalStatus: -1, deletedAt: '2026-11-20T09:00:00.000Z' }, ['Abbrechen']],
  ] as const)('%s', async (_who, roles, overrides, expected) => {
    await openUpdate(() => anMdp([{}], overrides), roles.length > 0 ? { roles: [...roles] } : {});
    expect(buttons()).toEqual(expected);
  });

  test('approved: who and when, nothing can be entered, staff may take it back', async () => {
    await openUpdate(
      () => anMdp([{ draftOwnPrice: 500, priceType: 2 }], { ...APPROVED, approvalStatus: 1, mayReopen: true }),
      {
        roles: STAFF,
      },
    );
    screen.getByText('Freigegeben von Anna Berger am 20. November 2026 10:00');
    expect(buttons()).toContain('Freigabe zurücknehmen');
    expect(buttons()).not.toContain('Preise freigeben');
    expect(cell('00000001', 'typeChange')).toBe('Eigener Preis 5,00');
    expect(headings()).toEqual(expect.not.arrayContaining(['ownPrice', 'permanent', 'exclusion']));
    expect(options()).not.toContain('Bearbeitete Artikel');
  });

  test('approved: an exclusion deviates from nothing, and the way back stands at the title', async () => {
    const approved = { ...APPROVED, approvalStatus: 1 } as const;
    const view = await openUpdate(() => anMdp([{ priceType: 1, avp: 1000, calculatedPrice: 900 }, {}], approved));
    expect(cell('00000001', 'calculatedPrice')).toBe('---');
    expect(cell('00000001', 'deviationAvp')).not.toMatch(/\d/);
    expect(cell('00000002', 'deviationAvp')).toMatch(/\d/);
    await press('Zurück');
    await arrivesAt(view, HOME);
  });

  test('approved and not to be taken back: staff are told why', async () => {
    const reopenMessage =
      'Das Update kann nicht mehr zum Bearbeiten geöffnet werden, da es aktuelle Preis-Updates gibt.';
    await openUpdate(() => anMdp([{}], { ...APPROVED, approvalStatus: 1, reopenMessage }), { roles: STAFF });
    screen.getByText(reopenMessage);
    expect(buttons()).not.toContain('Freigabe zurücknehmen');
  });

  test('deleted: the heading says so and the list is dimmed', async () => {
    await openUpdate(() => anMdp([{}], { approvalStatus: -1, deletedAt: '2026-11-20T09:00:00.000Z' }), {
      roles: STAFF,
    });
    expect(title()).toBe('MONATSUPDATE - OTC (ID 4711) - GELÖSCHT 20.11.2026');
    expect(screen.getByRole('grid').parentElement?.className).toContain('dimmed');
  });

  test('deleted: it is not compared with the list of today', async () => {
    const { server } = await openUpdate(
      () => anMdp([{}], { approvalStatus: -1, deletedAt: '2026-11-20T09:00:00.000Z' }),
      { roles: STAFF },
    );
    expect(screen.queryByText(/zu prüfen|werden durchgesehen/)).toBeNull();
    expect(server.callsOf('getReviewContext')).toHaveLength(0);
  });

  test('a mirror names the place to edit', async () => {
    await openUpdate(() => anMdp([{}], { isShadowPharmacy: true }));
    screen.getByText('Preise können nur in der Hauptapotheke bearbeitet werden.');
  });

  const NEW = { ...anLzd([]).pharmacy, active: 0, userAccessActivated: false, userEmails: null };
  test.each([
    [
      'no access yet',
      { pharmacy: NEW, readyForApproval: false },
      ['Demo freischalten', 'TruePrice Apothekenzugriff aktivieren'],
    ],
    ['access, not released', { readyForApproval: false }, ['LZD für Apotheke freischalten']],
    ['released', {}, []],
  ])('a calculation for staff: %s', async (_when, overrides, expected) => {
    await openUpdate(() => anLzd([{}], { mayDelete: true, ...overrides }), { roles: STAFF });
    const locked = expected.length > 0;
    expect(buttons()).toEqual([
      'LZD Import löschen',
      ...expected,
      'Abbrechen',
      'Daten zwischenspeichern',
      'Preise freigeben',
    ]);
    expect(screen.getByRole('button', { name: 'Preise freigeben' }).matches(':disabled')).toBe(locked);
    expect(screen.queryAllByText('noch nicht freigeschaltet')).toHaveLength(locked ? 1 : 0);
  });
});

describe('packages that do not open', () => {
  test('an unknown one is a page that does not exist, a forbidden one a page without rights', async () => {
    const unknown = aServer().on('getMdp', () => new Refused(404, 'not_found', 'Gibt es nicht.'));
    const view = await openPortal(addressOf('MDP'), { roles: ['TP_admin_100101'], server: unknown });
    await arrivesAt(view, '/404');
    view.unmount();
    const forbidden = aServer().on('getMdp', () => new Refused(403, 'forbidden', 'Kein Zugriff.'));
    const other = await openPortal(addressOf('MDP'), { roles: ['TP_admin_100101'], server: forbidden });
    await arrivesAt(other, '/403');
  });

  test('one that cannot be loaded says why and can be asked for again', async () => {
    let fails = true;
    const server = aServer().on('getLzd', () =>
      fails ? new Refused(503, 'internal', 'TruePrice ist gerade nicht erreichbar.') : anLzd([{}]),
    );
    await openPortal(addressOf('LZD'), { roles: ['TP_admin_100101'], server });
    await screen.findByText('Das Update konnte nicht geladen werden.');
    screen.getByText('TruePrice ist gerade nicht erreichbar.');
    fails = false;
    await press('Erneut versuchen');
    await findGrid();
  });
});
