import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { REASON } from '@portal/contracts';
import { Refused } from '../support/server.ts';
import { enter, press, pressInDialog, user } from '../support/user.ts';
import { arrivesAt, HOME, openUpdate, priceInput, STAFF } from './open-update.tsx';
import { anLzd, anMdp, aQdp } from './update.ts';

afterEach(() => sessionStorage.clear());

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

  test('taking back says which periods did not come back (rule 17.5)', async () => {
    const message =
      'Ein Zeitraum kommt nicht wieder, weil später ein anderer eingegeben wurde. PZN 00000001: ab 22.03.';
    const view = await openUpdate(() => anMdp([{}], { approvalStatus: 1, mayReopen: true }), {
      roles: STAFF,
      prepare: (server) => server.on('revertMdp', () => ({ status: 'OK', message })),
    });
    await press('Freigabe zurücknehmen');
    await pressInDialog('Freigabe zurücknehmen');
    const dialog = within(await screen.findByRole('dialog', { name: 'Freigabe zurückgenommen' }));
    dialog.getByText(message);
    await pressInDialog('Schließen');
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
  ])('%s names the pharmacy, before and after', async (name, demo) => {
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
