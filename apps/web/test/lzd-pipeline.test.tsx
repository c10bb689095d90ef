import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { PipelineEntry } from '@portal/contracts';
import { anLzdOnItsWay as anLzd } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { press, pressInDialog, user } from './support/user.ts';

const NOW = '2026-03-20T09:00:00.000Z';

let entries: PipelineEntry[];
let server = aServer();
beforeEach(() => {
  entries = [
    anLzd(1),
    // the fifth day is none more than five
    anLzd(2, { released: true, uploadedAt: '2026-03-01T09:00:00.000Z', releasedAt: '2026-03-15T09:00:00.000Z' }),
    anLzd(3, { uploadedAt: '2026-03-10T09:00:00.000Z' }),
    anLzd(4, { access: false, firstCalculation: false, uploadedAt: '2026-03-20T08:00:00.000Z' }),
    anLzd(5, { released: true, releasedAt: '2026-03-15T09:00:00.000Z', approvedAt: '2026-03-19T09:00:00.000Z' }),
  ];
  server = aServer().on('getLzdPipeline', () => ({ at: NOW, entries, total: entries.length }));
});

async function openPage(search = '') {
  const view = await openPortal(`/admin/pipeline${search}`, { roles: ['solvena_sales'], server });
  await screen.findByRole('heading', { name: 'Erst- und Neuberechnungen' });
  await screen.findByText(/^\d+ von 5 LZD\./);
  return view;
}
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
const shown = () => screen.queryAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);

describe('the way of LZD (rule 6.28)', () => {
  test('shows the open ones, the longest waiting first, with their steps', async () => {
    await openPage();
    expect(shown()).toEqual(['Apotheke 3, OTC', 'Apotheke 1, OTC', 'Apotheke 2, OTC', 'Apotheke 4, OTC']);
    const cells = (name: string) =>
      within(rowOf(name))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells('Apotheke 2')).toEqual([
      '',
      '1.234',
      'Freigeschaltet',
      'freigeschaltet 15.03.2026 · hochgeladen 01.03.2026',
      'E-Mail keine AdresseVorschlagen',
      '5 Tage',
    ]);
    within(rowOf('Apotheke 4')).getByText('ohne Zugriff');
    within(rowOf('Apotheke 1')).getByText('keine Adresse');
    expect(within(rowOf('Apotheke 2')).getByRole('link').getAttribute('href')).toBe('/p/100002/token2/lzd/2/OTC');
  });

  test('filters by step, waiting time and kind, and keeps that in the address', async () => {
    const { router } = await openPage();
    await user.selectOptions(
      screen.getByLabelText('Wartezeit filtern'),
      screen.getByRole('option', { name: '> 5 Tage' }),
    );
    expect(shown()).toEqual(['Apotheke 3, OTC', 'Apotheke 1, OTC']);
    await waitFor(() => expect(router.state.location.search).toBe('?wait=long'));
    await user.selectOptions(screen.getByLabelText('Wartezeit filtern'), 'Jede Wartezeit');
    await user.selectOptions(screen.getByLabelText('Status filtern'), 'Freigegeben');
    expect(shown()).toEqual(['Apotheke 5, OTC']);
    await user.selectOptions(screen.getByLabelText('Status filtern'), 'Alle');
    await user.selectOptions(screen.getByLabelText('Art filtern'), 'Nur Neuberechnungen');
    expect(shown()).toEqual(['Apotheke 4, OTC']);
  });

  test('has selected what the page before has stored, and says what to do while nothing is selected', async () => {
    const { router } = await openPage('?stage=released');
    screen.getByText(
      /^Wählen Sie LZD aus, um sie freizuschalten oder an sie zu erinnern\. Freischalten geht nur mit Zugriff, Erinnern nur mit bestätigter Adresse\.$/,
    );
    await act(() => router.navigate('/admin'));
    await act(() => router.navigate('/admin/pipeline?stage=uploaded', { state: { selected: [1, 3] } }));
    expect(await screen.findByRole('button', { name: '2 LZD freischalten' })).toBeTruthy();
  });

  test('opens as its address says', async () => {
    await openPage('?stage=released&q=5002');
    expect(shown()).toEqual(['Apotheke 2, OTC']);
  });

  test('releases several after a question; one that fails leaves the others and says why', async () => {
    server.on('releaseLzdByPost', ({ params }) => {
      if (params.lzdId === '3') return new Refused(409, 'conflict', 'Das Update wurde am 20.03.2026 geschlossen.');
      entries = entries.map((entry) =>
        String(entry.id) === params.lzdId ? { ...entry, released: true, releasedAt: NOW } : entry,
      );
      return { status: 'OK' };
    });
    await openPage();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Freischalten' }).disabled).toBe(true);
    expect(screen.queryByLabelText('Apotheke 4, OTC auswählen')).toBeNull();
    await user.click(screen.getByLabelText('Alle auswählen, die freigeschaltet werden können'));
    await press('2 LZD freischalten');
    expect(server.callsOf('releaseLzdByPost')).toEqual([]);
    await pressInDialog('2 LZD freischalten');
    await screen.findByText(/Eine LZD wurde freigeschaltet\./);
    screen.getByText('Eine wurde nicht freigeschaltet.');
    expect(server.callsOf('releaseLzdByPost').map(({ params }) => params)).toEqual([
      { apoId: '5003', lzdId: '3' },
      { apoId: '5001', lzdId: '1' },
    ]);
    within(rowOf('Apotheke 3')).getByText('Das Update wurde am 20.03.2026 geschlossen.');
    await waitFor(() => expect(within(rowOf('Apotheke 1')).getByText(/^(Wartet )?heute$/)).toBeDefined());
    // what failed stays selected, to be tried again
    screen.getByRole('button', { name: 'Eine LZD freischalten' });
  });
});
