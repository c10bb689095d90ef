import { describe, expect, test } from '@jest/globals';
import type { TillFileEntry, TillGroup } from '@portal/contracts';
import { TILL_PROFILES } from '@portal/rules';
import { screen, within } from '@testing-library/react';
import { aDashboard } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { Refused } from '../support/server.ts';
import { type, user } from '../support/user.ts';
import { savedFile, savedFiles } from './saved-files.ts';

const OWNER = ['TP_admin_100101'];
const AT = '2026-11-20T17:00:00.000Z';
const group = (productGroup: TillGroup['productGroup'], more: Partial<TillGroup> = {}): TillGroup => ({
  productGroup,
  since: { at: AT, userName: 'Anna Berger' },
  issue: null,
  changed: 30,
  gone: 0,
  ...more,
});
const NEVER = { since: null, issue: 'never', changed: null } as const;
const file = (id: number, more: Partial<TillFileEntry> = {}): TillFileEntry => ({
  id,
  createdAt: AT,
  userName: 'Anna Berger',
  productGroups: ['OTC'],
  contents: 'all',
  profile: 'csv',
  extension: '.csv',
  rows: 3000,
  withdrawn: 2950,
  digest: 'a'.repeat(64),
  kept: true,
  companion: null,
  leftOut: [],
  loaded: null,
  reported: null,
  latest: false,
  refusal: null,
  ...more,
});

const serverWith = (answer: { files?: TillFileEntry[]; groups: TillGroup[]; choose?: boolean; fetches?: boolean }) =>
  aServer()
    .on('getProductGroupInfo', () => ({
      status: 'OK',
      data: [
        { productGroup: 'OTC', count: 50, negative: 0 },
        { productGroup: 'FREIWAHL', count: 12, negative: 1 },
      ],
    }))
    .on('getTillFiles', () => ({ files: [], choose: false, fetches: false, ...answer }))
    .on('downloadTillFile', () => ({ status: 'OK', data: 'PZN;VK\r\n', extension: '.csv' }));

async function openDialog(server: ReturnType<typeof aServer>) {
  await openPortal('/p/100101/tokenA', { roles: OWNER, server });
  await user.click(await screen.findByRole('button', { name: 'Preisdatei für die Kasse' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByLabelText('OTC');
  return dialog;
}
const bodies = (server: ReturnType<typeof aServer>) => server.callsOf('downloadTillFile').map(({ body }) => body);

describe('what a price file holds is to choose (rule 9.17)', () => {
  test('once a load was confirmed; changes only where each group has one, with the reason', async () => {
    const server = serverWith({ groups: [group('OTC'), group('FREIWAHL', NEVER)] });
    const dialog = await openDialog(server);
    const changes = dialog.getByLabelText<HTMLInputElement>('Änderungen seit dem letzten bestätigten Laden');
    expect(changes.disabled).toBe(true);
    dialog.getByText('Freiwahl: noch kein Laden bestätigt');
    await user.click(dialog.getByLabelText('Freiwahl'));
    dialog.getByText('30 Artikel, zuletzt geladen am 20.11.2026 18:00');
    await user.click(changes);
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(bodies(server)).toEqual([{ productGroups: ['OTC'], contents: 'changes' }]);
  });

  test('and as soon as articles have left a list, all is what is downloaded', async () => {
    const server = serverWith({ groups: [group('OTC', { ...NEVER, gone: 2950 }), group('FREIWAHL', NEVER)] });
    const dialog = await openDialog(server);
    dialog.getByText('Enthält auch 2.950 Artikel ohne Preis, die nicht mehr auf Ihrer Liste stehen.');
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(bodies(server)).toEqual([{ productGroups: ['OTC', 'FREIWAHL'], contents: 'all' }]);
  });

  test('an exchanged list leaves all, with the reason (rule 9.19)', async () => {
    const outdated = { since: null, issue: 'outdated', changed: null } as const;
    const server = serverWith({ groups: [group('OTC', outdated), group('FREIWAHL', outdated)] });
    const dialog = await openDialog(server);
    dialog.getByText('OTC, Freiwahl: Liste seit dem letzten Laden ausgetauscht oder TruePrice wiederhergestellt');
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(bodies(server)).toEqual([{ productGroups: ['OTC', 'FREIWAHL'], contents: 'all' }]);
  });
});

describe('the files that were downloaded (rules 9.16 and 9.18)', () => {
  test('can be had again, confirmed and taken back; one that cannot be confirmed says why', async () => {
    const files = [
      file(3, { contents: 'list', withdrawn: 0, refusal: 'Diese Datei lässt Artikel in der Kasse.' }),
      file(2),
      file(1, { loaded: { at: AT, userName: 'Anna Berger' }, latest: true, kept: false }),
    ];
    const server = serverWith({ files, groups: [group('OTC')] }).on('confirmTillFile', () => ({ status: 'OK' }));
    const dialog = await openDialog(server);
    expect(dialog.queryByRole('listitem')).toBeNull();
    await user.click(dialog.getByText('Heruntergeladene Preisdateien'));
    const [list, all, loaded] = dialog.getAllByRole('listitem').map((item) => within(item));
    list?.getByText('Diese Datei lässt Artikel in der Kasse.');
    expect(list?.queryByRole('button', { name: /Als geladen bestätigen/ })).toBeNull();
    all?.getByText('3.000 Artikel, davon 2.950 ohne Preis · Anna Berger');
    loaded?.getByText('In der Kasse seit 20.11.2026 18:00 (Anna Berger)');
    expect(loaded?.queryByRole('button', { name: /noch einmal/ })).toBeNull();
    await user.click(all?.getByRole('button', { name: /^Als geladen bestätigen/ }) as HTMLElement);
    await user.click(all?.getByRole('button', { name: 'Meine Kasse nennt keine Zahl' }) as HTMLElement);
    await user.click(loaded?.getByRole('button', { name: /^Bestätigung zurücknehmen/ }) as HTMLElement);
    expect(server.callsOf('confirmTillFile').map(({ params, body }) => [params['fileId'], body])).toEqual([
      ['2', { loaded: true, count: null, despite: false }],
      ['1', { loaded: false, count: null, despite: false }],
    ]);
  });

  test('the count of the till is asked; one that differs is said with both numbers (rules 9.42 and 9.43)', async () => {
    const files = [file(2)];
    const server = serverWith({ files, groups: [group('OTC')] }).on('confirmTillFile', () => {
      files[0] = file(2, { reported: { at: AT, userName: 'Anna Berger', count: 2900, expected: 3000 } });
      return new Refused(409, 'wrong_state', 'Ihre Kasse meldet 2.900 Artikel.');
    });
    const dialog = await openDialog(server);
    await user.click(dialog.getByText('Heruntergeladene Preisdateien'));
    await user.click(dialog.getByRole('button', { name: /^Als geladen bestätigen/ }));
    const count = dialog.getByLabelText('Wie viele Artikel hat Ihre Kasse geladen?');
    expect(document.activeElement).toBe(count);
    await user.click(dialog.getByRole('button', { name: 'Bestätigen' }));
    dialog.getByText('Bitte die Zahl eingeben, die Ihre Kasse nennt.');
    expect(server.callsOf('confirmTillFile')).toHaveLength(0);
    await type(count as HTMLInputElement, '2.900');
    await user.click(dialog.getByRole('button', { name: 'Bestätigen' }));
    await dialog.findByText('Kasse: 2.900 Artikel, Datei: 3.000 Artikel');
    const alert = within(dialog.getByRole('alert'));
    alert.getByText(/^Nicht bestätigt\. Laden Sie die Datei noch einmal/);
    await user.click(alert.getByRole('button', { name: /^Trotzdem bestätigen/ }));
    expect(server.callsOf('confirmTillFile').map(({ body }) => body)).toEqual([
      { loaded: true, count: 2900, despite: false },
      { loaded: true, count: null, despite: true },
    ]);
  });

  test('a companion is saved with its file, also once more (rule 9.41)', async () => {
    const server = serverWith({ files: [file(2, { companion: 'ANZAHL;50\r\n' })], groups: [group('OTC')] }).on(
      'downloadTillFile',
      () => ({ status: 'OK', data: 'PZN;VK\r\n', extension: '.csv', companion: 'ANZAHL;0\r\n' }),
    );
    const dialog = await openDialog(server);
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    expect((await savedFiles(2)).map(({ name, text }) => [name.slice(-4), text])).toEqual([
      ['.csv', 'PZN;VK\r\n'],
      ['.sum', 'ANZAHL;0\r\n'],
    ]);
    await dialog.findByText(/^Preisliste_.*\.csv und Preisliste_.*\.sum wurden heruntergeladen\.$/);
  });
});

describe('before the first file (rule 9.44)', () => {
  const openChoice = async () => {
    const server = serverWith({ groups: [group('OTC', NEVER)], choose: true })
      .on('getTillSettings', () => ({
        name: 'csv',
        profile: TILL_PROFILES.csv,
        rows: [
          { pzn: '00000017', productGroup: 'OTC', price: 1250, avp: 1499, type: 0, name: 'Zink', validFrom: null },
          { pzn: '01234562', productGroup: 'OTC', price: null, avp: null, type: 1, name: 'Ohne', validFrom: null },
        ],
        nameCharacters: '',
      }))
      .on('setTillProfile', () => ({ status: 'OK' }));
    const dialog = await openDialog(server);
    await dialog.findByRole('radiogroup', { name: /^Wie erfährt Ihre Kasse/ });
    return { server, dialog };
  };

  test('how a withdrawn article is written is chosen by its line; without a choice nothing is loaded', async () => {
    const { server, dialog } = await openChoice();
    expect([...document.querySelectorAll('label code')].map(({ textContent }) => textContent)).toEqual([
      '01234562;',
      '01234562;;L',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    dialog.getByText('Bitte wählen Sie, wie Ihre Kasse davon erfährt.');
    expect(bodies(server)).toEqual([]);
    await user.click(dialog.getByLabelText(/^Zeile ohne Preis/));
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(server.callsOf('setTillProfile').map(({ body }) => body)).toEqual([{ name: 'csv' }]);
  });

  test('who does not know loads a file without them, hears which, and has a mail to ask with', async () => {
    const { server, dialog } = await openChoice();
    server.on('downloadTillFile', () => ({
      status: 'OK',
      data: 'PZN;VK\r\n',
      extension: '.csv',
      omitted: ['01234562', '00000017'],
    }));
    await user.click(dialog.getByLabelText('Weiß ich nicht'));
    const mail = dialog.getByRole('link', { name: 'Kassenfirma per E-Mail fragen' }).getAttribute('href') ?? '';
    expect(decodeURIComponent(mail)).toMatch(
      /^mailto:\?subject=Frage zur Preisdatei.*1\. Zeile ohne Preis: 01234562;\r\n2\. Zeile mit Kennzeichen: 01234562;;L\r\n3\. Keine Zeile\r\n.*Löwen-Apotheke$/s,
    );
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(bodies(server)).toEqual([{ productGroups: ['OTC', 'FREIWAHL'], withdrawn: 'omit' }]);
    expect(server.callsOf('setTillProfile')).toEqual([]);
    await dialog.findByText('2 Artikel ohne Preis fehlen in der Datei');
    dialog.getByText('01234562, 00000017');
  });

  test('nothing is asked for groups whose file holds no article without a price', async () => {
    const { server, dialog } = await openChoice();
    await user.click(dialog.getByLabelText('Freiwahl'));
    expect(dialog.queryByRole('radiogroup')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(bodies(server)).toEqual([{ productGroups: ['OTC'] }]);
  });

  test('the marker is the till’s own', async () => {
    const { server, dialog } = await openChoice();
    await user.click(dialog.getByLabelText(/^Zeile mit Kennzeichen/));
    await type(dialog.getByLabelText<HTMLInputElement>('Text des Kennzeichens'), 'weg');
    dialog.getByText('01234562;;weg');
    await user.click(dialog.getByRole('button', { name: 'Preisdatei herunterladen' }));
    await savedFile();
    expect(server.callsOf('setTillProfile')[0]?.body).toMatchObject({
      name: 'own',
      profile: { withdrawn: 'marker', marker: 'weg', columns: [{}, {}, { field: 'marker', heading: 'Kennzeichen' }] },
    });
  });
});

describe('what the till lacks (rule 9.20)', () => {
  test('stands on the start page, with one click for the changes and then their confirmation', async () => {
    const server = serverWith({ files: [file(4, { contents: 'changes' })], groups: [group('OTC')] }).on(
      'getDashboard',
      () =>
        aDashboard({
          tillLacks: {
            at: AT,
            userName: 'Anna Berger',
            reload: false,
            groups: [
              { productGroup: 'OTC', changed: 30, account: 'files' },
              { productGroup: 'FREIWAHL', changed: 4, account: 'files' },
              { productGroup: 'HILFSMITTEL', changed: 3, account: 'job' },
            ],
          },
        }),
    );
    await openPortal('/p/100101/tokenA', { roles: OWNER, server });
    await screen.findByText('Der Kasse fehlen noch 37 neue Preise (OTC 30, Freiwahl 4, Hilfsmittel 3)');
    await user.click(screen.getByRole('button', { name: 'Änderungen herunterladen' }));
    await savedFile();
    // What the sync job has loaded no file builds upon.
    expect(bodies(server)).toEqual([{ productGroups: ['OTC', 'FREIWAHL'], contents: 'changes' }]);
    await screen.findByRole('button', { name: /^Als geladen bestätigen/ });
  });
});
