import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aDashboard, aGroup, aPharmacy } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { focusRow, headings, judged, rowOf, shownPzns, switchTo } from '../support/rows.ts';
import { Refused } from '../support/server.ts';
import { enter, press, user } from '../support/user.ts';
import { aPriceList } from './list.ts';
import { exclusionBox, openList, permanentBox, priceInput } from './open-list.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const PERMANENT = '00000001';
const EXCLUDED = '00000002';
const ROWS = [
  { name: 'Arnika', priceType: 3 as const, ownPrice: 650, calculatedPrice: 600, aep: 324, avp: 1000, priceAvg: 640 },
  { name: 'Birke', priceType: 1 as const, ownPrice: null, calculatedPrice: 600, aep: null },
  { name: 'Chili', calculatedPrice: 880 },
];
const SINCE = '2025-11-05';
const DUE = [
  { pzn: PERMANENT, since: SINCE, aep: 300, avp: 1000, umfeld: 660 },
  { pzn: EXCLUDED, since: SINCE, aep: 300, avp: 1000, umfeld: 900 },
];
const keeps = { failing: false };
const open = async (head: Parameters<typeof aPriceList>[1] = {}) => {
  keeps.failing = false;
  const marked: { pzn: string; price: number | null }[] = [];
  const opened = await openList(
    () => aPriceList(ROWS, head),
    (server) =>
      server
        .on('getDueReviews', () => ({ rows: DUE, reminders: [] }))
        .on('setListReviewMarks', ({ body }) => {
          marked.push(...(body as { marks: { pzn: string; price: number | null }[] }).marks);
          return { status: 'OK', marked: 1, unmarked: 0 };
        })
        .on('getListReviewMarks', () => ({
          persons: [
            {
              userName: 'Jonas Klein',
              mine: true,
              marks: {
                pzn: marked.map(({ pzn }) => pzn),
                price: marked.map(({ price }) => price),
                markedAt: marked.map(() => 1),
              },
            },
          ],
        }))
        .on('getPriceHistory', () => [])
        .on('getChangesKept', () => ({ keptSince: null }))
        .on('keepFixedPrices', () => {
          return keeps.failing
            ? new Refused(422, 'invalid_rows', 'Der Preis ist inzwischen ein anderer.')
            : { status: 'OK', kept: 1 };
        }),
  );
  await judged();
  await switchTo('Zu prüfen');
  return opened;
};
const whyOf = (pzn: string) => rowOf(pzn).querySelector('[data-column="review-why"]') as HTMLElement;
const stays = (pzn: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Preis bleibt, PZN ${pzn}` });

// Rules 19.4 and 19.5.
describe('fixed prices that are due', () => {
  test('stand in "zu prüfen" with what has moved, exclusions too', async () => {
    await open();
    expect(shownPzns().sort()).toEqual([PERMANENT, EXCLUDED]);
    expect(whyOf(PERMANENT).textContent).toMatch(/^EK \+8 %Umfeld −3 %\+1Berechneter 6,00$/);
    expect(whyOf(EXCLUDED).textContent).toMatch(/^seit \d+ Monaten AusschlussWieder aufnehmen$/);
    expect(whyOf(PERMANENT).querySelector('[title]')?.getAttribute('title')).toBe(
      'Dauerpreis seit 05.11.2025; AEP +8 % (3,00 → 3,24 €), Umfeld-Durchschnitt −3 % (6,60 → 6,40 €)',
    );
  });

  test('are counted under a search like all else, before they are asked for, too', async () => {
    await open();
    const numbers = () =>
      screen.getAllByRole<HTMLInputElement>('radio').map(({ labels }) => labels?.[0]?.textContent ?? '');
    await switchTo('Alle');
    expect(numbers()).toEqual(expect.arrayContaining(['Alle 2', 'Zu prüfen 2', 'Lange fest 2']));
    await user.type(screen.getByRole('textbox', { name: /^Suche nach/ }), 'Birke');
    await waitFor(() => expect(numbers()).toEqual(expect.arrayContaining(['Alle 0', 'Zu prüfen 1', 'Lange fest 1'])));
  });

  test("'bleibt' is a tick, which needs no editing", async () => {
    const { server } = await open();
    const tick = stays(PERMANENT);
    await user.click(tick);
    await waitFor(() => expect(tick.checked).toBe(true));
    expect(server.callsOf('keepFixedPrices').map(({ body }) => body)).toEqual([
      { rows: [{ pzn: PERMANENT, price: 650 }] },
    ]);
    await waitFor(() => expect(whyOf(PERMANENT).textContent).toBe('jetzt in Ordnung'));
    expect(stays(EXCLUDED).checked).toBe(false);
  });

  test.each([
    ['list', { blockEdit: true }],
    ['row', { blockedProducts: [{ pzn: PERMANENT }] }],
  ])("'bleibt' alone is answered where an update locks the %s", async (_, head) => {
    const { server } = await open(head);
    expect(stays(PERMANENT).disabled).toBe(false);
    await user.click(stays(PERMANENT));
    await waitFor(() => expect(server.callsOf('keepFixedPrices')).toHaveLength(1));
    if ('blockEdit' in head) expect(server.callsOf('setListReviewMarks')).toEqual([]);
  });

  test('a mirror, which answers nothing, asks nothing', async () => {
    const { server } = await openList(
      () => aPriceList(ROWS, { parentPharmacy: aPharmacy({ apoId: 5002 }) }),
      (prepared) => prepared.on('getDueReviews', () => ({ rows: DUE, reminders: [] })),
    );
    await waitFor(() => expect(server.callsOf('getDueReviews')).toHaveLength(1));
    expect(screen.queryByText(/zu prüfen/i)).toBeNull();
  });

  test('one that cannot be stored is due again, and it is said', async () => {
    await open();
    keeps.failing = true;
    await user.click(stays(EXCLUDED));
    await screen.findByText('„Bleibt“ konnte nicht gespeichert werden: Der Preis ist inzwischen ein anderer.');
    expect(stays(EXCLUDED).checked).toBe(false);
  });

  test('a permanent price goes back to the calculated one in its row, an exclusion to its input', async () => {
    await open();
    await press('Bearbeiten');
    await user.click(await within(whyOf(PERMANENT)).findByRole('button', { name: 'Berechneter 6,00' }));
    expect([priceInput(PERMANENT).value, permanentBox(PERMANENT).checked]).toEqual(['', false]);
    await user.click(within(whyOf(EXCLUDED)).getByRole('button', { name: 'Wieder aufnehmen' }));
    expect(document.activeElement).toBe(priceInput(EXCLUDED));
  });

  test('both answers stand side by side without editing first; the second one begins to edit', async () => {
    await open();
    await user.click(screen.getByRole('radio', { name: 'Lange fest 2' }));
    const answers = () => within(rowOf(PERMANENT).querySelector('[data-column="review-reviewed"]') as HTMLElement);
    expect(answers().getByText('Bleibt so')).toBeTruthy();
    const order = shownPzns();
    await user.click(answers().getByRole('button', { name: 'Berechneter 6,00' }));
    expect([priceInput(PERMANENT).value, permanentBox(PERMANENT).checked]).toEqual(['', false]);
    await waitFor(() => expect(document.activeElement).toBe(priceInput(PERMANENT)));
    expect(shownPzns()).toEqual(order);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Daten prüfen (1)' }).disabled).toBe(false);
  });

  test('of two answered rows one says that it is stored, the other that it is not yet; the second goes back by its button', async () => {
    await open();
    await user.click(screen.getByRole('radio', { name: 'Lange fest 2' }));
    const answer = (pzn: string) => rowOf(pzn).querySelector('[data-column="review-reviewed"]') as HTMLElement;
    await user.click(within(answer(PERMANENT)).getByRole('button', { name: 'Berechneter 6,00' }));
    await user.click(stays(EXCLUDED));
    await waitFor(() => expect(answer(EXCLUDED).textContent).toBe('gespeichert'));
    expect(answer(PERMANENT).textContent).toBe('noch nicht gespeichertBerechneter 6,00');
    expect(rowOf(PERMANENT).querySelector('[data-column="effectivePrice"]')?.textContent).toBe('6,50→ 6,00');
    await user.click(within(answer(PERMANENT)).getByRole('button', { name: 'Berechneter 6,00', pressed: true }));
    expect(answer(PERMANENT).textContent).toBe('Bleibt soBerechneter 6,00');
    expect(priceInput(PERMANENT).value).toBe('6,50');
    screen.getByRole('button', { name: 'Daten prüfen (0)' });
  });

  test('what has not moved is kept at once, and taken back', async () => {
    const { server } = await open();
    server.on('takeBackKept', () => ({ status: 'OK', due: 1 }));
    await user.click(screen.getByRole('radio', { name: 'Lange fest 2' }));
    expect(shownPzns()).toEqual([PERMANENT, EXCLUDED]);
    await press('Bewegt haben sich 1');
    expect(shownPzns()).toEqual([PERMANENT]);
    await press('Nichts bewegt 1');
    expect(shownPzns()).toEqual([EXCLUDED]);
    await press('Alle behalten');
    const dialog = within(await screen.findByRole('dialog', { name: '1 Preis behalten?' }));
    expect(dialog.getByText(/Kein Preis und kein Ausschluss ändert sich/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Ja, alle behalten' }));
    await screen.findByText('1 behalten');
    expect(server.callsOf('keepFixedPrices').map(({ body }) => body)).toEqual([
      { rows: [{ pzn: EXCLUDED, price: null }] },
    ]);
    await press('Rückgängig');
    await waitFor(() => expect(server.callsOf('takeBackKept')).toHaveLength(1));
    expect(server.callsOf('takeBackKept')[0]?.body).toEqual({ rows: [{ ...DUE[1], price: null }] });
  });

  test('the card asks the same by keyboard', async () => {
    const { server } = await open();
    await press('Bearbeiten');
    focusRow(EXCLUDED);
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    const card = () => within(screen.getByRole('dialog'));
    await screen.findByRole('dialog');
    expect(card().queryByRole('button', { name: /^Berechneter/ })).toBeNull();
    await user.keyboard('{Escape}');
    await enter(priceInput(EXCLUDED), '5,95');
    expect(exclusionBox(EXCLUDED).checked).toBe(true);
    expect(server.callsOf('keepFixedPrices')).toEqual([]);
  });
});

// Rule 19.5.
describe('fixed prices that are due, on a phone', () => {
  const { matchMedia } = globalThis;
  beforeEach(() => {
    globalThis.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('max-width') });
  });
  afterEach(() => {
    globalThis.matchMedia = matchMedia;
  });

  test('say what has moved and the price; the card that a tap opens answers and goes on', async () => {
    const { server } = await open();
    await user.click(screen.getByRole('radio', { name: 'Lange fest 2' }));
    const row = screen.getByText('Arnika').closest('[role=row]') as HTMLElement;
    expect(row.querySelector('[data-column=review-why]')?.textContent).toMatch(
      /^EK \+8 %Umfeld −3 %seit \d+ Monaten fest$/,
    );
    within(row).getAllByText('6,50');
    expect(headings()).not.toContain('review-reviewed');
    await user.click(screen.getByText('Arnika'));
    const answers = () => within(screen.getByRole('group', { name: 'Welcher Preis gilt?' }));
    await screen.findByRole('dialog', { name: /Arnika/ });
    expect(
      answers()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Berechneter 6,00', 'Bleibt 6,50']);
    await user.click(answers().getByRole('button', { name: 'Bleibt 6,50' }));
    expect(server.callsOf('keepFixedPrices').map(({ body }) => body)).toEqual([
      { rows: [{ pzn: PERMANENT, price: 650 }] },
    ]);
    await screen.findByRole('dialog', { name: /Birke/ });
    await user.click(answers().getByRole('button', { name: 'Wieder aufnehmen' }));
    await waitFor(() => expect(document.activeElement).toBe(priceInput(EXCLUDED)));
  });
});

test('the start page counts them by list (rule 19.4)', async () => {
  const tpData = [aGroup('OTC', { dueReviews: 12 }), aGroup('FREIWAHL')];
  await openPortal('/p/100101/tokenA', {
    roles: ['TP_admin_100101'],
    server: aServer().on('getDashboard', () => aDashboard({ tpData })),
  });
  const line = (await screen.findByText('12 Dauerpreise und Ausschlüsse in OTC zu prüfen')).closest(
    'li',
  ) as HTMLElement;
  const link = within(line).getByRole('link', { name: 'Prüfen' });
  expect(link.getAttribute('href')).toBe('/p/100101/tokenA/pricelist/OTC?review=dueReview:weight');
});
