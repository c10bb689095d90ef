import { afterEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { REASON, type UpdateState } from '@portal/contracts';
import { cell, rowOf } from '../support/rows.ts';
import { Refused, type TestServer } from '../support/server.ts';
import { enter, press, pressInDialog, user } from '../support/user.ts';
import { arrivesAt, exclusionBox, HOME, openUpdate, permanentBox, priceInput } from './open-update.tsx';
import { anLzd, anMdp, aQdp } from './update.ts';

afterEach(() => sessionStorage.clear());

const SAVED =
  'Die geänderten Daten wurden gespeichert. Eine Freigabe ist nicht erfolgt, aber beim nächsten Öffnen dieser Freigabeliste können Sie mit den gespeicherten Daten weiterarbeiten..';
const save = () => press('Daten zwischenspeichern');

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

  test('an invalid price is named and locks the approval; a draft of the other rows can be saved', async () => {
    await openUpdate(() => anMdp([{}]));
    await enter(priceInput('00000001'), '4,99x');
    screen.getByText('1 Preis ist ungültig');
    const isDisabled = (name: string) => screen.getByRole('button', { name }).matches(':disabled');
    expect(['Daten zwischenspeichern', 'Preise freigeben'].map(isDisabled)).toEqual([false, true]);
    await press('Zum Fehler');
    await waitFor(() => expect(document.activeElement).toBe(priceInput('00000001')));
    await enter(priceInput('00000001'), '4,99');
    expect(screen.queryByRole('button', { name: 'Zum Fehler' })).toBeNull();
  });
});

describe('whose drafts are stored (rule 6.11)', () => {
  const openSaved = (drafts: UpdateState['drafts'], version = 5) =>
    openUpdate(() => anMdp([{ draftOwnPrice: 700 }, { draftOwnPrice: 800 }], { version: 5 }), {
      prepare: (server) =>
        server.on('getUpdateState', () => ({
          approvalStatus: 0,
          version,
          approver: null,
          approvalDate: null,
          deletedAt: null,
          drafts,
        })),
    });

  test('stands in the title line: the time alone where it is today', async () => {
    await openSaved([{ userName: 'Dr. Berger', count: 2, savedAt: new Date().toISOString() }]);
    await screen.findByText(/^· Entwurf von Dr\. Berger, \d\d:\d\d$/);
    screen.getByText('2 bearbeitet · gespeichert');
  });

  test('is behind a sign where the line has no room for it', async () => {
    const { matchMedia } = globalThis;
    globalThis.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query === '(max-width: 85.3em)' });
    await openSaved([{ userName: 'Dr. Berger', count: 2, savedAt: new Date().toISOString() }]);
    globalThis.matchMedia = matchMedia;
    await user.click(await screen.findByRole('button', { name: 'Wer das gespeichert hat' }));
    await screen.findByText(/^Entwurf von Dr\. Berger, \d\d:\d\d$/);
  });

  test('names several people with what each has saved; not every one is dated', async () => {
    await openSaved([
      { userName: 'Dr. Berger', count: 1, savedAt: '2026-03-10T13:03:00.000Z' },
      { userName: 'Jonas Klein', count: 1, savedAt: null },
    ]);
    await screen.findByText('· Entwürfe von Dr. Berger (1), 10.03.2026 14:03; Jonas Klein (1)');
  });

  test('is not said of another state of the package than the one on screen', async () => {
    const { server } = await openSaved([{ userName: 'Dr. Berger', count: 9 }], 6);
    await waitFor(() => expect(server.callsOf('getUpdateState').length).toBeGreaterThan(0));
    screen.getByText('2 bearbeitet · gespeichert');
    expect(screen.queryByText(/^Entwurf/)).toBeNull();
  });
});

test('the title line tells stored drafts and unsaved changes apart', async () => {
  await openUpdate(() => anMdp([{ draftOwnPrice: 700 }, { draftOwnPrice: 800 }, {}, {}]));
  const state = () => screen.getByText(/bearbeitet/).textContent;
  expect(state()).toBe('2 bearbeitet · gespeichert');
  await enter(priceInput('00000003'), '6');
  expect(state()).toBe('3 bearbeitet · 2 gespeichert, 1 ungespeichert');
  await enter(priceInput('00000001'), '7,50');
  expect(state()).toBe('3 bearbeitet · 1 gespeichert, 2 ungespeichert');
  await enter(priceInput('00000001'), '7');
  await enter(priceInput('00000003'), '');
  expect(state()).toBe('2 bearbeitet · gespeichert');
});

test('it says nothing before anything is entered, and names both kinds of mistakes', async () => {
  await openUpdate(() => anMdp([{}, {}]));
  expect(screen.queryByText(/korrigiert|bearbeitet/)).toBeNull();
  await enter(priceInput('00000001'), '4,99x');
  await enter(priceInput('00000002'), '1.234');
  screen.getByText('1 Preis ist ungültig');
  screen.getByText('1 Eingabe ist nicht eindeutig (PZN 00000002)');
});

test('what is all unsaved says so as ever', async () => {
  await openUpdate(() => anMdp([{}]));
  await enter(priceInput('00000001'), '6');
  screen.getByText('1 bearbeitet · nicht gespeichert');
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
    screen.getByText('„Schließen“ führt zur Startseite der Apotheke.');
    await pressInDialog('Schließen');
    await arrivesAt(view, HOME);
  });

  test.each(['Weiter bearbeiten', 'Escape'])('%s stays on the page, where the rows are as they were', async (way) => {
    let draftOwnPrice: number | null = null;
    const view = await openUpdate(() => anMdp([{}, { draftOwnPrice }]), {
      prepare: (server) =>
        server.on('saveMdp', () => {
          draftOwnPrice = 600;
          return { status: 'OK', version: 6, saved: 1 };
        }),
    });
    await enter(priceInput('00000002'), '6');
    await save();
    await screen.findByText(SAVED);
    if (way === 'Escape') {
      // at once it would be the end of another key press (rule 2.32)
      await user.keyboard('{Escape}');
      screen.getByText(SAVED);
      await new Promise((over) => setTimeout(over, 750));
      await user.keyboard('{Escape}');
    } else await pressInDialog(way);
    await waitFor(() => expect(screen.queryByText(SAVED)).toBeNull());
    expect(view.path()).not.toBe(HOME);
    expect(priceInput('00000002').value).toBe('6,00');
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
