import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { REASON } from '@portal/contracts';
import { aDashboard, aPharmacy } from '../support/data.ts';
import { cell, rowOf, shownPzns } from '../support/rows.ts';
import { Refused, type TestServer } from '../support/server.ts';
import { enter, press, pressInDialog, user } from '../support/user.ts';
import { arrivesAt, exclusionBox, HOME, openUpdate, permanentBox, priceInput, STAFF } from './open-update.tsx';
import { anLzd, anMdp, aQdp } from './update.ts';

afterEach(() => sessionStorage.clear());

const APPROVE = { status: 'OK' as const, loaded: 1, changed: 1, leftOut: 0, contractActivated: false };
const SAVED =
  'Die geänderten Daten wurden gespeichert. Eine Freigabe ist nicht erfolgt, aber beim nächsten Öffnen dieser Freigabeliste können Sie mit den gespeicherten Daten weiterarbeiten..';
const save = () => press('Daten zwischenspeichern');
const approve = () => press('Preise freigeben');

describe('rows (rule 6.8)', () => {
  test('a price makes the row changed and opens permanent; the deviation follows it', async () => {
    await openUpdate(() => anMdp([{}]));
    expect(permanentBox('00000001').disabled).toBe(true);
    await enter(priceInput('00000001'), '12,5');
    expect(priceInput('00000001').value).toBe('12,50');
    expect(cell('00000001', 'deviationAvp')).toBe('+25,0\u00a0%');
    expect(cell('00000001', 'priceType')).toBe('E');
    expect(rowOf('00000001').className).toContain('changed');
    await user.click(permanentBox('00000001'));
    expect(cell('00000001', 'priceType')).toBe('D');
    await user.click(exclusionBox('00000001'));
    expect(permanentBox('00000001').checked).toBe(false);
    expect(cell('00000001', 'calculatedPrice')).toBe('---');
    await user.click(exclusionBox('00000001'));
    await enter(priceInput('00000001'), '');
    expect(rowOf('00000001').className).not.toContain('changed');
  });

  test('an exclusion without a price stays one', async () => {
    await openUpdate(() => anMdp([{ priceType: 1 }]));
    expect(exclusionBox('00000001').disabled).toBe(true);
    await enter(priceInput('00000001'), '3');
    expect(exclusionBox('00000001').disabled).toBe(false);
  });

  test('a click marks an unchanged row, editing takes the mark away', async () => {
    await openUpdate(() => anMdp([{}]));
    await user.click(rowOf('00000001'));
    expect(rowOf('00000001').className).toContain('marked');
    await enter(priceInput('00000001'), '3');
    expect(rowOf('00000001').className).not.toContain('marked');
    await user.click(rowOf('00000001'));
    expect(rowOf('00000001').getAttribute('aria-selected')).toBe('false');
  });

  test('select-all: permanent where a price is entered, exclusion for all listed rows', async () => {
    await openUpdate(() => aQdp([{ producer: 'A' }, { producer: 'A' }, { producer: 'B' }, { inactive: true }]));
    await enter(priceInput('00000001'), '3');
    await user.click(screen.getByLabelText('Dauerpreis für 1 angezeigten Artikel mit Preiskorrektur'));
    expect([1, 2, 3].map((n) => permanentBox(`0000000${n}`).checked)).toEqual([true, false, false]);
    await user.click(screen.getByLabelText('Ausschluss für alle 3 angezeigten Artikel'));
    expect([1, 2, 3, 4].map((n) => exclusionBox(`0000000${n}`).checked)).toEqual([true, true, true, false]);
  });

  test('something that is no price is named and stops saving and approving', async () => {
    await openUpdate(() => anMdp([{}]));
    await enter(priceInput('00000001'), '4,99x');
    screen.getByText('1 Eingabe ist kein gültiger Preis (PZN 00000001)');
    for (const name of ['Daten zwischenspeichern', 'Preise freigeben']) {
      expect(screen.getByRole('button', { name }).matches(':disabled')).toBe(true);
    }
  });
});

test('a typing error that is corrected keeps the ticks of its row', async () => {
  await openUpdate(() => anMdp([{}]));
  await enter(priceInput('00000001'), '5');
  await user.click(permanentBox('00000001'));
  await enter(priceInput('00000001'), '4,99x');
  expect(permanentBox('00000001').checked).toBe(false);
  await enter(priceInput('00000001'), '4,99');
  expect(permanentBox('00000001').checked).toBe(true);
});

describe('saving without approving (rule 6.11)', () => {
  const withSave = (server: TestServer) =>
    server
      .on('saveMdp', () => ({ status: 'OK', version: 6, saved: 1 }))
      .on('saveLzd', () => ({ status: 'OK', version: 6, saved: 1 }));

  test('sends touched rows only with the versions they were made on, then leads to the pharmacy', async () => {
    const view = await openUpdate(() => anMdp([{ draftOwnPrice: 500 }, {}, {}]), { prepare: withSave });
    expect(priceInput('00000001').value).toBe('5,00');
    await enter(priceInput('00000001'), '');
    await enter(priceInput('00000002'), '6');
    await user.click(permanentBox('00000002'));
    await save();
    await screen.findByText(SAVED);
    expect(view.server.callsOf('saveMdp')[0]?.body).toEqual({
      products: [
        { pzn: '00000001', editedPrice: null },
        { pzn: '00000002', editedPrice: 6, editedPermanent: true, editedIgnore: false },
      ],
      version: 5,
      listVersion: 7,
    });
    await pressInDialog('Schließen');
    await arrivesAt(view, HOME);
  });

  test('an LZD is saved with its order and filter; going on keeps the page, ending leaves it', async () => {
    const view = await openUpdate(() => anLzd([{ units: 9 }]), { prepare: withSave });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), 'topSeller');
    await press('PZN');
    await press('PZN');
    await save();
    await screen.findByText(SAVED);
    expect(view.server.callsOf('saveLzd')[0]?.body).toMatchObject({
      filterSetting: 'topSeller',
      sortOrderSetting: 'pzn desc',
    });
    await pressInDialog('LZD weiter bearbeiten');
    expect(view.path()).toMatch(/lzd\/4711\/OTC$/);
    await save();
    await screen.findByText(SAVED);
    await pressInDialog('LZD Bearbeitung beenden');
    await arrivesAt(view, HOME);
  });

  test('a failure names the message and keeps what was entered', async () => {
    await openUpdate(() => anMdp([{}]), {
      prepare: (server) => server.on('saveMdp', () => new Refused(500, REASON.internal, 'Die Datenbank schläft.')),
    });
    await enter(priceInput('00000001'), '6');
    await save();
    await screen.findByText('Fehler bei der Verarbeitung: Die Datenbank schläft.');
    expect(priceInput('00000001').value).toBe('6,00');
  });

  test('a row that is back at what is stored is nothing to save', async () => {
    const view = await openUpdate(() => anMdp([{}, {}]));
    await enter(priceInput('00000001'), '6');
    await enter(priceInput('00000002'), '6');
    await enter(priceInput('00000002'), '');
    await act(() => view.router.navigate(HOME));
    await screen.findByText(
      '1 Artikel mit nicht gespeicherten Eingaben. Wenn Sie die Seite verlassen, gehen sie verloren.',
    );
    await pressInDialog('Weiter bearbeiten');
    await enter(priceInput('00000001'), '');
    expect(sessionStorage).toHaveLength(0);
    await act(() => view.router.navigate(HOME));
    await arrivesAt(view, HOME);
  });

  test('what was not saved comes back after the page was left by force', async () => {
    const first = await openUpdate(() => anMdp([{}, {}]));
    await enter(priceInput('00000001'), '6');
    first.unmount();
    await openUpdate(() => anMdp([{}, {}], { version: 9 }));
    await screen.findByText('1 nicht gespeicherte Änderung ist noch da.');
    expect(priceInput('00000001').value).toBe('6,00');
  });
});

describe('approving (rule 6.17)', () => {
  test('an MDP is checked by its changed rows only', async () => {
    const view = await openUpdate(() => anMdp([{}, { name: 'Doppelt' }, { inactive: true }]), {
      prepare: (server) => server.on('approveMdp', () => APPROVE),
    });
    await enter(priceInput('00000002'), '90');
    await approve();
    screen.getByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' });
    screen.getByText(
      '2 Preise werden freigegeben, davon 1 mit Ihrer Bearbeitung. 1 inaktiver Artikel wird ausgelassen.',
    );
    expect(shownPzns()).toEqual(['00000002']);
    expect(cell('00000002', 'change')).toBe('8,5090,00');
    expect(cell('00000002', 'concern')).toBe('weicht stark ab');
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

  test('without a correction the check says that all prices are taken as calculated', async () => {
    await openUpdate(() => anMdp([{}], { approvalWarning: { count: 1, message: 'Ein Preis wurde geändert.' } }));
    await approve();
    screen.getByText('Sie haben keinen Preis korrigiert. Alle Preise werden wie berechnet freigegeben.');
    screen.getByText('Ein Preis wurde geändert.');
  });

  test('a QDP is checked by all rows, corrected ones first', async () => {
    await openUpdate(() => aQdp([{ name: 'A', formerCalculatedPrice: null }, { name: 'B' }]));
    await enter(priceInput('00000002'), '7');
    await approve();
    screen.getByRole('heading', { name: 'PRÜFUNG PREISE' });
    expect(shownPzns()).toEqual(['00000002', '00000001']);
    expect(cell('00000001', 'change')).toBe('neu9,00');
    await user.click(screen.getByRole('switch', { name: 'Nur bearbeitete Artikel zeigen' }));
    expect(shownPzns()).toEqual(['00000002']);
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
    await press('Liste neu laden, übrige Eingaben behalten');
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

test('approved by somebody else meanwhile: said, and shown as it is after loading anew', async () => {
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
  await press('Liste neu laden');
  await screen.findByText(/^Freigegeben von Jonas Klein/);
  screen.getByText(/1 Änderung wurde nicht übernommen.*PZN 00000001/);
  expect(priceInput('00000001').disabled).toBe(true);
  expect(screen.queryByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' })).toBeNull();
});

describe('what staff do (rules 6.21 and 6.22)', () => {
  test('taking back asks with its warning, fails with its text, and leads to the pharmacy', async () => {
    let fails = true;
    const view = await openUpdate(
      () => anMdp([{}], { approvalStatus: 1, mayReopen: true, reopenWarning: 'Ein neueres Update würde es ersetzen.' }),
      {
        roles: STAFF,
        prepare: (server) =>
          server.on('revertMdp', () => (fails ? new Refused(409, REASON.state, 'Schon offen.') : { status: 'OK' })),
      },
    );
    await press('Freigabe zurücknehmen');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Soll die Freigabe des MDP wirklich gelöscht werden? Die Liste wird danach wieder bearbeitbar.');
    dialog.getByText('Ein neueres Update würde es ersetzen.');
    await pressInDialog('Freigabe zurücknehmen');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Fehler beim ZurücksetzenSchon offen.');
    fails = false;
    await pressInDialog('Freigabe zurücknehmen');
    await arrivesAt(view, HOME);
  });

  test.each([
    ['MDP', 'MDP Daten löschen', 'deleteMdp', 'Beim Löschen der MDP Datenist etwas schief gelaufen.'],
    ['QDP', 'QDP Daten löschen', 'deleteQdp', 'Beim Löschen der QDP Daten ist etwas schief gelaufen.'],
    ['LZD', 'LZD Import löschen', 'deleteLzd', 'Beim Löschen des LZD Imports ist etwas schief gelaufen.'],
  ] as const)('deleting a %s drops what was entered, and says when it fails', async (kind, name, call, failure) => {
    let fails = true;
    const make = { MDP: anMdp, QDP: aQdp, LZD: anLzd }[kind];
    const view = await openUpdate(() => make([{}], { mayDelete: true }), {
      roles: STAFF,
      prepare: (server) => server.on(call, () => (fails ? new Refused(500, 'internal', 'Nein.') : { status: 'OK' })),
    });
    await enter(priceInput('00000001'), '6');
    await press(name);
    await pressInDialog(name);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`${failure}Nein.`);
    fails = false;
    await pressInDialog(name);
    await arrivesAt(view, HOME);
    expect(sessionStorage).toHaveLength(0);
  });

  test('releasing an LZD unlocks it; a failure is said', async () => {
    let released = false;
    let fails = true;
    await openUpdate(() => anLzd([{}], { readyForApproval: released }), {
      roles: STAFF,
      prepare: (server) =>
        server.on('releaseLzdByPost', () => {
          if (fails) return new Refused(409, REASON.state, 'Kein Zugriff.');
          released = true;
          return { status: 'OK' };
        }),
    });
    await press('LZD für Apotheke freischalten');
    await screen.findByText('Möchten Sie die LZD wirklich der Apotheke zur Verfügung stellen?');
    await pressInDialog('LZD für Apotheke freischalten');
    expect((await screen.findByRole('alert')).textContent).toBe('Fehler beim Freischalten.Kein Zugriff.');
    fails = false;
    await pressInDialog('LZD für Apotheke freischalten');
    await screen.findByText('1 / 1 Artikel');
    await waitFor(() => expect(screen.queryByText('noch nicht freigeschaltet')).toBeNull());
  });

  test('a question that is not answered gives the focus back to the button that asked it', async () => {
    await openUpdate(() => anLzd([{}], { readyForApproval: false }), { roles: STAFF });
    const button = screen.getByRole('button', { name: 'LZD für Apotheke freischalten' });
    act(() => button.focus());
    await user.click(button);
    await pressInDialog('Abbrechen');
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test.each([
    ['Demo freischalten', true],
    ['TruePrice Apothekenzugriff aktivieren', false],
  ])('%s names the pharmacy and says for whom it was done', async (name, demo) => {
    const fresh = { ...anLzd([]).pharmacy, active: 0, userAccessActivated: false, userEmails: null };
    const view = await openUpdate(() => anLzd([{}], { pharmacy: fresh, readyForApproval: false }), {
      roles: STAFF,
      prepare: (server) => server.on('activateUsers', () => ({ status: 'OK', activatedUsers: ['Löwen-Apotheke'] })),
    });
    await press(name);
    within(await screen.findByRole('dialog')).getByText('Löwen-Apotheke, 50667 Köln');
    await pressInDialog(name);
    await screen.findByText('Die TruePrice Freischaltung für Löwen-Apotheke war erfolgreich.');
    expect(view.server.callsOf('activateUsers')[0]?.body).toEqual({ pharmacyId: '100101', token: 'tokenA', demo });
  });
});
