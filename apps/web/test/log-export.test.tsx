import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { isoDay } from '@portal/rules';
import { presetDay } from '../src/features/log-export/preset-day.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const STAFF = { roles: ['solvena_admin'] };
const server = () => aServer().on('exportLogs', () => ({ status: 'OK', email: 'petra.hahn@portal.example' }));
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Export starten' });

describe('the log export page (rule 11.4)', () => {
  test('starts an export since a day that is typed, says so, and starts no second one', async () => {
    const api = server();
    await openPortal('/admin/export', { ...STAFF, server: api });
    const field = await screen.findByLabelText('Export von Veränderungen ab');
    await user.clear(field);
    await user.type(field, '1.3.2026');
    await user.tab();
    await user.click(await button());
    await screen.findByText('Der Export der Log-Datei wurde gestartet. Sie erhalten in einigen Minuten eine E-Mail.');
    await screen.findByText('Die E-Mail geht an petra.hahn@portal.example.');
    expect((await button()).disabled).toBe(true);
    await user.click(await button());
    expect(api.callsOf('exportLogs').map(({ body }) => body)).toEqual([{ changedSince: '2026-03-01' }]);
  });

  test.each([
    ['01.01.2099', 'Dieser Tag liegt in der Zukunft.'],
    ['31.02.2026', 'Diesen Tag gibt es nicht. Bitte zum Beispiel 15.12. oder 15.12.2027 eingeben.'],
  ])('%s is refused and exports nothing, least of all everything', async (text, sentence) => {
    const api = server();
    await openPortal('/admin/export', { ...STAFF, server: api });
    const field = await screen.findByLabelText<HTMLInputElement>('Export von Veränderungen ab');
    await user.clear(field);
    await user.type(field, text);
    await user.tab();
    await screen.findByText(sentence);
    expect(field.value).toBe(text);
    expect((await button()).disabled).toBe(true);
    await user.type(field, '{Enter}');
    await user.clear(field);
    await user.type(field, '1.3.2026');
    await user.click(await button());
    await waitFor(() =>
      expect(api.callsOf('exportLogs').map(({ body }) => body)).toEqual([{ changedSince: '2026-03-01' }]),
    );
  });

  test('offers the usual days with one click', async () => {
    const api = server();
    await openPortal('/admin/export', { ...STAFF, server: api });
    const month = await screen.findByRole('button', { name: 'Dieser Monat', pressed: true });
    await user.click(screen.getByRole('button', { name: 'Letzte 7 Tage' }));
    expect(month.getAttribute('aria-pressed')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Dieser Monat' }));
    await user.click(await button());
    const changedSince = `${isoDay(new Date()).slice(0, 7)}-01`;
    await waitFor(() => expect(api.callsOf('exportLogs').map(({ body }) => body)).toEqual([{ changedSince }]));
    const days = (['today', 'yesterday', 'week', 'month'] as const).map((preset) => presetDay(preset, '2026-03-02'));
    expect(days).toEqual(['2026-03-02', '2026-03-01', '2026-02-24', '2026-03-01']);
  });

  test('exports everything without a date', async () => {
    const api = server();
    await openPortal('/admin/export', { ...STAFF, server: api });
    await user.clear(await screen.findByLabelText('Export von Veränderungen ab'));
    await user.click(await button());
    await waitFor(() => expect(api.callsOf('exportLogs').map(({ body }) => body)).toEqual([{ changedSince: null }]));
  });

  test('says why an export was not started, and can be tried again', async () => {
    const api = aServer().on('exportLogs', () => new Refused(422, 'no_email', 'Keine Adresse hinterlegt.'));
    await openPortal('/admin/export', { ...STAFF, server: api });
    await user.click(await button());
    await screen.findByText('Keine Adresse hinterlegt.');
    expect((await button()).disabled).toBe(false);
  });

  test('offers the download to who comes from the link of a mail', async () => {
    const api = server().on('openLogExport', () => ({
      status: 'OK',
      url: '#download',
      since: null,
      until: '2026-03-10T09:00:00.000Z',
    }));
    await openPortal('/admin/export?link=abc.def', { ...STAFF, server: api });
    await user.click(await screen.findByRole('button', { name: 'Export herunterladen' }));
    await screen.findByText('Der Download läuft.');
    expect(api.callsOf('openLogExport').map(({ body }) => body)).toEqual([{ ticket: 'abc.def' }]);
  });

  test('says that a link is out of date', async () => {
    const api = aServer().on('openLogExport', () => new Refused(404, 'link_expired', 'Dieser Link ist abgelaufen.'));
    await openPortal('/admin/export?link=abc.def', { ...STAFF, server: api });
    await user.click(await screen.findByRole('button', { name: 'Export herunterladen' }));
    await screen.findByText(/Dieser Link ist abgelaufen\./);
  });
});
