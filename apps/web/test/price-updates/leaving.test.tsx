import { afterEach, describe, expect, test } from '@jest/globals';
import type { Leaving } from '@portal/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aContext } from '../support/data.ts';
import { Refused, type TestServer } from '../support/server.ts';
import { press, pressInDialog, type, user } from '../support/user.ts';
import { openUpdate } from './open-update.tsx';
import { anLzd } from './update.ts';

afterEach(() => sessionStorage.clear());

/** A list of 298 articles whose first ones leave: every second is an exclusion. */
function taking(count: number, changes: Partial<Leaving> = {}): Leaving {
  const places = Array.from({ length: count }, (_, at) => at);
  return {
    count,
    listCount: 298,
    ownPrices: 0,
    permanentPrices: 0,
    exclusions: 0,
    periods: 0,
    articles: {
      pzn: places.map((at) => String(at + 100).padStart(8, '0')),
      name: places.map((at) => `Salbe ${at}`),
      effectivePrice: places.map((at) => (at % 2 === 1 ? null : 1000 + at)),
      priceType: places.map((at) => (at % 2 === 1 ? 1 : 0)),
    },
    ...changes,
  };
}
const contextWith = (leaving: Leaving) => ({ ...aContext([{}, {}, {}, {}]), leaving });

const APPROVED = { status: 'OK' as const, loaded: 3, changed: 298, leftOut: 0, left: 295, contractActivated: false };
const lzd = (contractStatus = 1) =>
  anLzd([{}, {}, {}, { inactive: true }], {
    resetChoice: 0,
    pharmacy: { ...anLzd([]).pharmacy, contractStatus },
  });
const openReset = (answer: () => unknown, update = () => lzd()) =>
  openUpdate(update, {
    prepare: (server: TestServer) => server.on('getReviewContext', answer).on('approveLzd', () => APPROVED),
  });
const approve = () => press('Preise freigeben');
const asked = () => screen.queryByRole('dialog');

describe('an LZD that resets the list (rule 6.5)', () => {
  test('says on its screen and its confirmation how much goes', async () => {
    await openReset(() => contextWith(taking(295, { ownPrices: 12, permanentPrices: 1, exclusions: 1_040 })));
    const said = 'Mit der Freigabe verlassen 295 von 298 Artikeln die Preisliste.';
    await screen.findByText(said);
    screen.getByText('In der ganzen Liste entfallen: 12 eigene Preise, 1 Dauerpreis und 1.040 Ausschlüsse.');
    await approve();
    screen.getByRole('heading', { name: 'PRÜFUNG PREISE' });
    screen.getByText(said);
  });

  test('names what an open update has already brought (rule 6.31)', async () => {
    await openReset(() => contextWith(taking(0, { approvedInParts: 1_305 })));
    await screen.findByText(
      'In der ganzen Liste entfallen: 1.305 Preise, die aus einem offenen Update schon freigegeben sind.',
    );
  });

  test('shows every article that leaves, and searches them', async () => {
    await openReset(() => contextWith(taking(295)));
    await user.click(await screen.findByRole('button', { name: 'Artikel ansehen' }));
    const dialog = within(await screen.findByRole('dialog', { name: '295 Artikel verlassen die Preisliste' }));
    const cells = (row: number) =>
      [...(dialog.getAllByRole('row')[row] as HTMLElement).querySelectorAll('[role="gridcell"]')].map(
        (each) => each.textContent,
      );
    expect(dialog.getByRole('grid').getAttribute('aria-rowcount')).toBe('296');
    expect(cells(1)).toEqual(['00000100', 'Salbe 0', 'Berechneter TruePrice', '10,00']);
    expect(cells(2)).toEqual(['00000101', 'Salbe 1', 'Ausschlussartikel', '---']);
    await type(dialog.getByRole('searchbox'), 'salbe 294');
    expect(cells(1)).toEqual(['00000394', 'Salbe 294', 'Berechneter TruePrice', '12,94']);
    dialog.getByText('1 / 295 Artikel');
  });

  test('asks a second time above 10 % of the list, and says afterwards how many left', async () => {
    const { server } = await openReset(() => contextWith(taking(295)));
    await screen.findByText(/^Mit der Freigabe verlassen 295/);
    await approve();
    await approve();
    const dialog = within(await screen.findByRole('dialog', { name: '295 Artikel aus der Preisliste entfernen?' }));
    dialog.getByText('Preisliste: 298 → 3 Artikel');
    await pressInDialog('Abbrechen');
    expect(server.callsOf('approveLzd')).toHaveLength(0);
    await waitFor(() => expect(asked()).toBeNull());
    await approve();
    await pressInDialog('Ja, 295 Artikel entfernen');
    await screen.findByText('295 Artikel haben die Preisliste verlassen.');
    expect(server.callsOf('approveLzd')).toHaveLength(1);
  });

  test('asks nothing more up to 10 %, and is silent where nothing goes', async () => {
    const { server, unmount } = await openReset(() => contextWith(taking(29)));
    await screen.findByText(/^Mit der Freigabe verlassen 29 von 298/);
    await approve();
    await approve();
    await screen.findByText('Preise gespeichert');
    expect(server.callsOf('approveLzd')).toHaveLength(1);
    unmount();
    const quiet = await openReset(() => contextWith(taking(0)));
    await waitFor(() => expect(quiet.server.callsOf('getReviewContext')).toHaveLength(1));
    await approve();
    await approve();
    await screen.findByText('Preise gespeichert');
    expect(screen.queryByText(/Preisliste bleiben/)).toBeNull();
  });

  test('asks about the articles first, then about the contract, whose button approves', async () => {
    const { server } = await openReset(
      () => contextWith(taking(30)),
      () => lzd(0),
    );
    await screen.findByText(/^Mit der Freigabe verlassen 30 von 298/);
    await approve();
    await approve();
    await pressInDialog('Ja, 30 Artikel entfernen');
    await screen.findByRole('dialog', { name: 'Freigabe der Erstberechnung - Aktivierung des Vertrags' });
    expect(server.callsOf('approveLzd')).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Preise freigeben und Vertrag aktivieren' }));
    await screen.findByText('Preise gespeichert');
    expect(server.callsOf('approveLzd')).toHaveLength(1);
  });

  test('says when nobody knows how many leave; it can be approved all the same, and asked for again', async () => {
    let failing = true;
    const { server } = await openReset(() =>
      failing ? new Refused(500, 'internal', 'Interner Fehler') : contextWith(taking(295)),
    );
    await screen.findByText('Welche Artikel die Preisliste verlassen, konnte nicht geladen werden.');
    await approve();
    await approve();
    await screen.findByRole('dialog', { name: 'Preisliste zurücksetzen?' });
    await pressInDialog('Abbrechen');
    failing = false;
    await waitFor(() => expect(asked()).toBeNull());
    await press('Erneut versuchen');
    await screen.findByText(/^Mit der Freigabe verlassen 295/);
    expect(server.callsOf('approveLzd')).toHaveLength(0);
  });

  test('approves what nobody could count after a second question', async () => {
    await openReset(() => new Refused(500, 'internal', 'Interner Fehler'));
    await screen.findByText('Welche Artikel die Preisliste verlassen, konnte nicht geladen werden.');
    await approve();
    await approve();
    await pressInDialog('Ja, trotzdem freigeben');
    await screen.findByText('Preise gespeichert');
  });
});

test('an LZD that updates the list takes nothing from it, and nobody asks', async () => {
  const { server } = await openUpdate(() => anLzd([{}]), {
    prepare: (prepared) =>
      prepared
        .on('getReviewContext', () => new Refused(500, 'internal', 'Interner Fehler'))
        .on('approveLzd', () => ({ ...APPROVED, left: 0 })),
  });
  await approve();
  await approve();
  await screen.findByText('Preise gespeichert');
  expect(screen.queryByText(/verlassen/)).toBeNull();
  expect(server.callsOf('approveLzd')).toHaveLength(1);
});
