import { describe, expect, test } from '@jest/globals';
import type { TillFileEntry, TillGroup } from '@portal/contracts';
import { screen, within } from '@testing-library/react';
import { aDashboard } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { user } from '../support/user.ts';
import { savedFile } from './saved-files.ts';

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
  loaded: null,
  latest: false,
  refusal: null,
  ...more,
});

const serverWith = (answer: { files?: TillFileEntry[]; groups: TillGroup[] }) =>
  aServer()
    .on('getProductGroupInfo', () => ({
      status: 'OK',
      data: [
        { productGroup: 'OTC', count: 50, negative: 0 },
        { productGroup: 'FREIWAHL', count: 12, negative: 1 },
      ],
    }))
    .on('getTillFiles', () => ({ files: [], ...answer }))
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
    dialog.getByText('Nimmt auch 2.950 Artikel zurück, die nicht mehr gelistet sind.');
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
    expect(list?.queryByRole('button', { name: /In die Kasse geladen/ })).toBeNull();
    all?.getByText('3.000 Artikel, davon 2.950 ohne Preis · Anna Berger');
    loaded?.getByText('In der Kasse seit 20.11.2026 18:00 (Anna Berger)');
    expect(loaded?.queryByRole('button', { name: /noch einmal/ })).toBeNull();
    await user.click(all?.getByRole('button', { name: /^In die Kasse geladen/ }) as HTMLElement);
    await user.click(loaded?.getByRole('button', { name: /^Bestätigung zurücknehmen/ }) as HTMLElement);
    expect(server.callsOf('confirmTillFile').map(({ params, body }) => [params['fileId'], body])).toEqual([
      ['2', { loaded: true }],
      ['1', { loaded: false }],
    ]);
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
              { productGroup: 'OTC', changed: 30 },
              { productGroup: 'FREIWAHL', changed: 7 },
            ],
          },
        }),
    );
    await openPortal('/p/100101/tokenA', { roles: OWNER, server });
    await screen.findByText('Der Kasse fehlen noch 37 neue Preise (OTC 30, Freiwahl 7)');
    await user.click(screen.getByRole('button', { name: 'Änderungen herunterladen' }));
    await savedFile();
    expect(bodies(server)).toEqual([{ productGroups: ['OTC', 'FREIWAHL'], contents: 'changes' }]);
    await screen.findByRole('button', { name: /^In die Kasse geladen/ });
  });
});
