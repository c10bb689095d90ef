import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { OwnHistoryEntry, UndoPreview } from '@portal/contracts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { user } from './support/user.ts';

const PATH = '/p/100101/tokenA/verlauf';
const OWNER = ['solvena_customer', 'TP_admin_100101'];

const anEntry = (id: number, overrides: Partial<OwnHistoryEntry> = {}): OwnHistoryEntry => ({
  id,
  createdAt: '2026-03-10T09:05:00.000Z',
  productGroup: 'OTC',
  event: 'Preisliste gespeichert',
  userName: 'Anna Berger',
  update: null,
  changed: 3,
  typesOnly: 0,
  article: null,
  hasLog: true,
  mayUndo: true,
  undone: null,
  ...overrides,
});

const own = (effectivePrice: number) => ({ priceType: 2 as const, effectivePrice });
const BRONCHITOVIT = { pzn: '00000017', name: 'BRONCHITOVIT', content: '20 St' };
const PREVIEW: UndoPreview = {
  preview: 'as-shown',
  ends: 1,
  restored: {
    total: 2,
    rows: [
      {
        pzn: '00000017',
        name: 'Salbe',
        content: '100 g',
        today: { priceType: 3, effectivePrice: 555, until: '2031-03-20' },
        restored: { priceType: 0, effectivePrice: 999 },
      },
      {
        pzn: '00000023',
        name: 'Tropfen',
        content: null,
        today: own(666),
        restored: { priceType: 1, effectivePrice: null },
      },
    ],
  },
  left: {
    total: 1,
    rows: [
      {
        pzn: '00000052',
        name: 'Tabletten',
        content: '20 St',
        today: own(777),
        reason: 'changedSince',
        changed: { createdAt: '2026-03-11T10:00:00.000Z', event: 'Preisliste gespeichert', userName: 'Jonas Klein' },
      },
    ],
  },
};

async function openOwnHistory(entries: OwnHistoryEntry[], { server = aServer(), roles = OWNER } = {}) {
  server.on('getOwnHistory', () => ({ entries, next: null }));
  await openPortal(PATH, { roles, server });
  await screen.findByRole('heading', { level: 1, name: 'Verlauf' });
  return server;
}
const openDialog = async () => {
  await user.click(await screen.findByRole('button', { name: /^Zurücknehmen/ }));
  return screen.findByRole('dialog', { name: 'Diesen Speichervorgang zurücknehmen' });
};

describe("the history of one's own pharmacy (rule 11.8)", () => {
  test("calls a program's account TruePrice (rule 11.11)", async () => {
    await openOwnHistory([anEntry(1, { userName: 'service-account-pricing-engine' }), anEntry(2)]);
    await screen.findByText('TruePrice', { selector: 'main *' });
    screen.getByText('Anna Berger', { selector: 'main *' });
    expect(screen.queryByText(/service-account/)).toBeNull();
  });

  test('says of each entry what, when, who and how many prices', async () => {
    const undone = { createdAt: '2026-03-11T10:00:00.000Z', userName: 'Jonas Klein' };
    await openOwnHistory([
      anEntry(3, { undone }),
      anEntry(2, {
        event: 'Monatsupdate freigegeben',
        update: { kind: 'MDP', id: 41, opens: true },
        mayUndo: false,
        hasLog: false,
      }),
      anEntry(5, { changed: 129, typesOnly: 3 }),
      anEntry(8, { changed: 129, typesOnly: 3, article: { ...BRONCHITOVIT, before: own(795), after: own(495) } }),
      anEntry(6, { changed: 1, article: { ...BRONCHITOVIT, before: own(795), after: own(495) } }),
      anEntry(7, {
        changed: 1,
        typesOnly: 1,
        article: { ...BRONCHITOVIT, before: own(795), after: { priceType: 3, effectivePrice: 795 } },
      }),
      anEntry(4, {
        event: 'Monatsupdate gelöscht',
        update: { kind: 'MDP', id: 42, opens: false },
        changed: 0,
        mayUndo: false,
        hasLog: false,
      }),
      anEntry(1, {
        createdAt: '2026-03-09T22:30:00.000Z',
        event: 'Guthaben',
        productGroup: null,
        changed: 0,
        typesOnly: 0,
        hasLog: false,
        mayUndo: false,
      }),
    ]);
    const items = within(await screen.findByRole('table', { name: 'Einträge' })).getAllByRole('row');
    expect(items.map((item) => item.textContent)).toEqual([
      'UhrzeitWasSortimentWer',
      '10.03.2026',
      '10:05Preisliste gespeichert3 Preisezurückgenommen am 11.03.2026 11:00 von Jonas KleinOTCAnna BergerLogExcel',
      '10:05Monatsupdate freigegeben3 PreiseOTCAnna Berger',
      '10:05Preisliste gespeichert126 Preise3 PreistypenOTCAnna BergerLogExcelZurücknehmen',
      '10:05Preisliste gespeichertBRONCHITOVIT, 20 St: 7,95 € → 4,95 € und 125 weitere3 PreistypenOTCAnna BergerLogExcelZurücknehmen',
      '10:05Preisliste gespeichertBRONCHITOVIT, 20 St: 7,95 € → 4,95 €OTCAnna BergerLogExcelZurücknehmen',
      '10:05Preisliste gespeichertBRONCHITOVIT, 20 St: 7,95 € (eigener Preis) → 7,95 € (Dauerpreis)OTCAnna BergerLogExcelZurücknehmen',
      '10:05Monatsupdate gelöschtDas Update ist nicht mehr einsehbar.OTCAnna Berger',
      '09.03.2026',
      '23:30GuthabenAnna Berger',
    ]);
    expect(screen.getByRole('link', { name: 'Monatsupdate freigegeben' }).getAttribute('href')).toBe(
      '/p/100101/tokenA/mdp/41/OTC',
    );
  });

  test('loads older entries and one product group when asked to', async () => {
    const server = aServer().on('getOwnHistory', ({ query }) => ({
      entries: query.before ? [anEntry(1, { event: 'Alt' })] : [anEntry(9)],
      next: query.before ? null : 9,
    }));
    await openPortal(PATH, { roles: OWNER, server });
    await user.click(await screen.findByRole('button', { name: 'Ältere Einträge laden' }));
    await screen.findByText('Alt');
    expect(server.callsOf('getOwnHistory').at(-1)?.query).toEqual({ before: '9' });
    await user.click(screen.getByRole('radio', { name: 'Freiwahl' }));
    await waitFor(() => expect(server.callsOf('getOwnHistory').at(-1)?.query).toEqual({ productGroup: 'FREIWAHL' }));
  });

  test('says when it cannot be loaded', async () => {
    const server = aServer().on('getOwnHistory', () => new Refused(503, 'internal', 'Gleich wieder da.'));
    await openPortal(PATH, { roles: OWNER, server });
    await screen.findByText('Gleich wieder da.');
  });

  test('is linked from the start page of the pharmacy', async () => {
    await openPortal('/p/100101/tokenA', { roles: OWNER });
    const link = await screen.findByRole('link', { name: 'Verlauf' });
    expect(link.getAttribute('href')).toBe('/p/100101/tokenA/verlauf');
  });
});

describe('taking back a save (rule 11.9)', () => {
  test('shows what comes back and what stays, and does it by one confirmation', async () => {
    const server = aServer()
      .on('previewUndo', () => PREVIEW)
      .on('undoSave', () => ({ status: 'OK', restored: 2, left: 1 }));
    await openOwnHistory([anEntry(7)], { server });
    const dialog = await openDialog();
    const left = await within(dialog).findByRole('region', { name: '1 Artikel bleibt, wie er ist' });
    within(dialog).getByText('Ein Preis, der für später eingegeben wurde, entfällt.');
    expect(left.textContent).toContain(
      'Tabletten, 20 St 00000052seitdem geändert: Preisliste gespeichert am 11.03.2026 11:00 von Jonas Klein',
    );
    const restored = within(dialog).getByRole('region', { name: '2 Preise werden wiederhergestellt' });
    expect(
      within(restored)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'Artikelheutedanach',
      'Salbe, 100 g 000000175,55 € (Zeitraum bis 20.03.2031)9,99 € (berechnet)',
      'Tropfen 000000236,66 € (eigener Preis)Ausschluss',
    ]);
    await user.click(within(dialog).getByRole('button', { name: '2 Preise wiederherstellen' }));
    await screen.findByText('2 Preise wurden wiederhergestellt.');
    expect(server.callsOf('undoSave').map(({ params, body }) => [params, body])).toEqual([
      [{ pharmacyId: '100101', token: 'tokenA', eventId: '7' }, { preview: 'as-shown' }],
    ]);
    await waitFor(() => expect(server.callsOf('getOwnHistory')).toHaveLength(2));
  });

  test('where something changed since it was shown, it is said, shown anew and asked again', async () => {
    let shown = 0;
    const server = aServer()
      .on('previewUndo', () => {
        shown += 1;
        return shown === 1
          ? PREVIEW
          : { ...PREVIEW, preview: 'anew', restored: { total: 1, rows: PREVIEW.restored.rows.slice(0, 1) } };
      })
      .on('undoSave', () => new Refused(409, 'changed_by_somebody_else', 'Die Preisliste hat sich geändert.'));
    await openOwnHistory([anEntry(7)], { server });
    const dialog = await openDialog();
    await user.click(await within(dialog).findByRole('button', { name: '2 Preise wiederherstellen' }));
    await within(dialog).findByText('Die Preisliste hat sich geändert.');
    await within(dialog).findByRole('button', { name: '1 Preis wiederherstellen' });
  });

  test('where nothing is left to restore there is nothing to confirm', async () => {
    const server = aServer().on('previewUndo', () => ({ ...PREVIEW, restored: { total: 0, rows: [] } }));
    await openOwnHistory([anEntry(7)], { server });
    const dialog = await openDialog();
    await within(dialog).findByText('Von diesem Speichervorgang lässt sich nichts mehr zurücknehmen.');
    expect(within(dialog).queryByRole('button', { name: /wiederherstellen$/ })).toBeNull();
  });

  test('a locked list says why', async () => {
    const server = aServer().on('previewUndo', () => new Refused(409, 'edit_blocked', 'Erst nach der Freigabe.'));
    await openOwnHistory([anEntry(7)], { server });
    await within(await openDialog()).findByText('Erst nach der Freigabe.');
  });

  test('of very many rows the first are shown, more when asked to, and the rest is counted', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => ({
      pzn: String(n).padStart(8, '0'),
      name: `Artikel ${n}`,
      content: null,
      today: own(555),
      restored: own(444),
    }));
    const server = aServer().on('previewUndo', () => ({
      preview: 'x',
      ends: 0,
      restored: { total: 20_000, rows },
      left: { total: 0, rows: [] },
    }));
    await openOwnHistory([anEntry(7)], { server });
    const dialog = await openDialog();
    expect(await within(dialog).findAllByRole('row')).toHaveLength(21);
    await user.click(within(dialog).getByRole('button', { name: 'Weitere anzeigen' }));
    expect(within(dialog).getAllByRole('row')).toHaveLength(151);
    within(dialog).getByText('und 19.850 weitere');
    within(dialog).getByRole('button', { name: '20.000 Preise wiederherstellen' });
  });
});
