import { afterEach, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { REASON } from '@portal/contracts';
import { aDashboard, aPharmacy } from '../support/data.ts';
import { cell, shownPzns } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { enter, press, pressInDialog, user } from '../support/user.ts';
import { arrivesAt, exclusionBox, HOME, openUpdate, priceInput } from './open-update.tsx';
import { anLzd, anMdp, aQdp } from './update.ts';

afterEach(() => sessionStorage.clear());

const APPROVE = { status: 'OK' as const, loaded: 1, changed: 1, leftOut: 0, left: 0, contractActivated: false };
const approve = () => press('Preise freigeben');

// Rule 6.13.
describe('approving (rule 6.17)', () => {
  test('an MDP is checked by its changed rows only', async () => {
    const view = await openUpdate(() => anMdp([{}, { name: 'Doppelt' }, { inactive: true }]), {
      prepare: (server) => server.on('approveMdp', () => APPROVE),
    });
    await enter(priceInput('00000002'), '90');
    await approve();
    screen.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' });
    screen.getByText(
      '2 Preise werden freigegeben, davon 1 mit Ihrer Bearbeitung. 1 inaktiver Artikel bleibt unverändert.',
    );
    expect(shownPzns()).toEqual(['00000002']);
    expect(cell('00000002', 'change')).toBe('8,5090,00');
    expect(cell('00000002', 'concern')).toMatch(/^weicht stark ab/);
    await press('Abbrechen');
    expect(shownPzns()).toHaveLength(3);
    await approve();
    await approve();
    await screen.findByText('Preise gespeichert');
    screen.getByText(
      'Die geänderten Daten wurden gespeichert. Die Einspielung in Ihr Kassensystem erfolgt mit dem nächsten Update.',
    );
    expect(view.server.callsOf('approveMdp')[0]?.body).toMatchObject({
      products: [{ pzn: '00000002', editedPrice: 90 }],
    });
    await pressInDialog('Schließen');
    await arrivesAt(view, HOME);
  });

  test.each([
    [{ fetches: false, changed: 3 }, 'In die Kasse: Ihr nächstes Update ist diese Preisdatei', 0],
    [{ fetches: false, changed: 0 }, 'In der Kasse', 1],
    [{ fetches: true, changed: 3 }, 'In die Kasse: kommt beim nächsten Abruf von selbst', 0],
  ])(
    'leads to till and labels, ticked as far as it is done: %j (rule 6.33)',
    async ({ fetches, changed }, till, done) => {
      const group = { productGroup: 'OTC' as const, since: null, issue: null, gone: 0, changed };
      const label = { pzn: '00000001', productGroup: 'OTC' as const, name: 'Zink', content: null, producer: null };
      await openUpdate(() => anMdp([{}]), {
        prepare: (server) =>
          server
            .on('approveMdp', () => ({ ...APPROVE, loaded: 1495, changed: 2 }))
            .on('getTillFiles', () => ({ files: [], groups: [group], choose: false, fetches }))
            .on('getLabelRows', () => ({
              rows: [
                { ...label, effectivePrice: 900, shelfPrice: null },
                { ...label, pzn: '00000002', effectivePrice: null, shelfPrice: 800 },
              ],
            })),
      });
      await approve();
      await approve();
      await screen.findByText('Etiketten (1)');
      await screen.findByText(till);
      const steps = within(screen.getByRole('list', { name: 'So geht es weiter' })).getAllByRole('listitem');
      const titles = steps.map((step) => step.querySelector('strong')?.textContent?.replace(' erledigt', ''));
      screen.getByRole('dialog', { name: '1.495 Preise freigegeben' });
      expect(titles).toEqual([till, 'Etiketten (1)']);
      expect(steps.filter((step) => step.hasAttribute('data-done'))).toHaveLength(done);
      expect(screen.queryByText('Preisdatei von Hand') !== null).toBe(fetches);
    },
  );

  test('without a correction the check says that all prices are taken as calculated', async () => {
    await openUpdate(() => anMdp([{}], { approvalWarning: { count: 1, message: 'Ein Preis wurde geändert.' } }));
    await approve();
    screen.getByText('Sie haben keinen Preis korrigiert. Alle 1 Preise werden wie berechnet freigegeben.');
    screen.getByText('Ein Preis wurde geändert.');
  });

  test('a QDP is checked by all rows, corrected ones first', async () => {
    await openUpdate(() => aQdp([{ name: 'A', formerCalculatedPrice: null }, { name: 'B' }]));
    await enter(priceInput('00000002'), '7');
    await approve();
    screen.getByRole('heading', { name: 'PRÜFUNG PREISE' });
    expect(shownPzns()).toEqual(['00000002', '00000001']);
    expect(cell('00000001', 'change')).toBe('9,509,00');
    await user.click(screen.getByRole('radio', { name: 'Ihre Korrekturen (1)' }));
    expect(shownPzns()).toEqual(['00000002']);
  });

  test('the confirmation of an MDP shows no price for an exclusion (rule 6.10)', async () => {
    await openUpdate(() =>
      anMdp([
        { pzn: '00000001', calculatedPrice: 999 },
        { pzn: '00000002', calculatedPrice: 899 },
      ]),
    );
    await user.click(exclusionBox('00000001'));
    await approve();
    expect(cell('00000001', 'calculatedPrice')).toBe('---');
  });

  test('the first LZD activates the contract: asked before, said after, known to the portal', async () => {
    let approved = false;
    const view = await openUpdate(
      () =>
        anLzd([{}], {
          approved: approved ? 1 : 0,
          pharmacy: { ...anLzd([]).pharmacy, contractStatus: approved ? 1 : 0, active: approved ? 1 : 0 },
        }),
      {
        prepare: (server) =>
          server
            .on('getDashboard', () =>
              aDashboard({ pharmacy: aPharmacy({ contractStatus: approved ? 1 : 0, active: approved ? 1 : 0 }) }),
            )
            .on('approveLzd', () => {
              approved = true;
              return { ...APPROVE, contractActivated: true };
            }),
      },
    );
    await approve();
    await approve();
    await screen.findByText('Freigabe der Erstberechnung - Aktivierung des Vertrags');
    expect(view.server.callsOf('approveLzd')).toHaveLength(0);
    await pressInDialog('Preise freigeben und Vertrag aktivieren');
    await screen.findByText(
      'Die Daten wurden gespeichert. Preise werden baldmöglichst bei Ihnen eingespielt. Ihr Vertrag wurde aktiviert.',
    );
    // all rows, with sort order and filter
    expect(view.server.callsOf('approveLzd')[0]?.body).toEqual({
      products: [{ pzn: '00000001', editedPrice: null }],
      version: 5,
      listVersion: 7,
      filterSetting: null,
      sortOrderSetting: 'name',
    });
    await pressInDialog('Schließen');
    await screen.findByText(/^Freigegeben von/);
    expect(view.path()).toMatch(/lzd\/4711\/OTC$/);
    expect(view.store.getState().pharmacyContext.pharmacy).toMatchObject({ contractStatus: 1, active: 1 });
  });

  test('somebody else was faster: what he did is said, the rest is kept and sent on the new version', async () => {
    let version = 5;
    const conflict = new Refused(409, REASON.conflict, 'Ein Artikel wurde inzwischen von jemand anderem bearbeitet.');
    Object.assign(conflict.body, {
      pzns: ['00000002'],
      issues: [{ path: '00000002', message: 'Jonas Klein: 7,77 €' }],
    });
    const view = await openUpdate(() => anMdp([{}, version === 5 ? {} : { draftOwnPrice: 777 }], { version }), {
      prepare: (server) =>
        server.on('approveMdp', (call) => {
          if ((call.body as { version: number }).version === 9) return APPROVE;
          version = 9;
          return conflict;
        }),
    });
    await enter(priceInput('00000001'), '6');
    await enter(priceInput('00000002'), '8');
    await approve();
    await approve();
    await screen.findByText('Betroffen: PZN 00000002 (Jonas Klein: 7,77 €)');
    await press('Aktualisieren, übrige Eingaben behalten');
    await screen.findByText(/1 Änderung wurde nicht übernommen.*PZN 00000002/);
    expect(cell('00000002', 'change')).toBe('8,507,77');
    await approve();
    await screen.findByText('Preise gespeichert');
    expect(view.server.callsOf('approveMdp')[1]?.body).toMatchObject({
      products: [{ pzn: '00000001', editedPrice: 6 }],
      version: 9,
    });
  });
});

test('approved by somebody else meanwhile: says so, and shows it as it is after loading again', async () => {
  let approvalStatus = 0;
  await openUpdate(
    () => anMdp([{}], { approvalStatus, approver: 'Jonas Klein', approvalDate: '2026-11-20T09:00:00.000Z' }),
    {
      prepare: (server) =>
        server.on('approveMdp', () => {
          approvalStatus = 1;
          return new Refused(409, REASON.state, 'Das Update wurde bereits freigegeben.');
        }),
    },
  );
  await enter(priceInput('00000001'), '6');
  await approve();
  await approve();
  await screen.findByText('Fehler bei der Verarbeitung: Das Update wurde bereits freigegeben.');
  await press('Aktualisieren');
  await screen.findByText(/^Freigegeben von Jonas Klein/);
  screen.getByText(/1 Änderung wurde nicht übernommen.*PZN 00000001/);
  expect(cell('00000001', 'typeChange')).toBe('Berechneter TruePrice');
  expect(screen.queryByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' })).toBeNull();
});

test('approved by oneself, by a click whose answer was lost: that is said without an error, and nothing counts as not taken over (rule 2.29)', async () => {
  let approvalStatus = 0;
  const message = 'Das Update wurde bereits am 20.11.2026 10:00 von Anna Berger freigegeben.';
  await openUpdate(
    () =>
      anMdp([approvalStatus === 1 ? { priceType: 2, ownPrice: 600 } : {}], {
        approvalStatus,
        approver: 'Anna Berger',
        approvalDate: '2026-11-20T09:00:00.000Z',
      }),
    {
      prepare: (server) =>
        server.on('approveMdp', () => {
          if (approvalStatus === 1) return new Refused(409, REASON.state, message);
          approvalStatus = 1;
          return Promise.reject(new TypeError('Failed to fetch'));
        }),
    },
  );
  await enter(priceInput('00000001'), '6');
  await approve();
  await approve();
  await screen.findByText(/Ob sie angekommen sind, ist nicht sicher\./);
  await approve();
  await screen.findByText(message);
  expect(screen.queryByText(/^Fehler bei der Verarbeitung/)).toBeNull();
  await press('Aktualisieren');
  await screen.findByText(/^Freigegeben von Anna Berger/);
  expect(screen.queryByText(/nicht übernommen/)).toBeNull();
});
