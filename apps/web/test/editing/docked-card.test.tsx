import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { ADDRESS, openList, priceInput as listPrice } from '../price-lists/open-list.tsx';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { focusRow, headings, judged, switchTo } from '../support/rows.ts';
import type { TestServer } from '../support/server.ts';
import { enter, press, user } from '../support/user.ts';

const { matchMedia } = globalThis;
const setWidth = (pixels: number) => Object.assign(globalThis, { innerWidth: pixels });
beforeEach(() => {
  localStorage.clear();
  setWidth(1280);
  globalThis.matchMedia = (query) => {
    const [, bound, em] = /(min|max)-width: ([\d.]+)em/.exec(query) ?? [];
    const pixels = Number(em) * 16;
    return Object.assign(matchMedia(query), { matches: bound === 'min' ? pixels <= innerWidth : innerWidth <= pixels });
  };
});
afterEach(() => {
  globalThis.matchMedia = matchMedia;
  setWidth(1920);
  sessionStorage.clear();
});

const ROWS = [
  { name: 'Arnika', content: '20 g', calculatedPrice: 900, aep: 900 },
  { name: 'Birke 50 St', content: '50 St', calculatedPrice: 900 },
  { name: 'Chili', content: '5 ml', calculatedPrice: 900 },
];
const CONTEXT = aContext([
  { effectivePrice: 600, priceType: 0 },
  { effectivePrice: 900, priceType: 0 },
  { effectivePrice: 800, priceType: 0 },
]);
const prepare = (server: TestServer) =>
  server
    .on('getPriceHistory', () => [])
    .on('getChangesKept', () => ({ keptSince: null }))
    .on('getReviewContext', () => CONTEXT);
/** Among the columns. */
const toggle = async () => {
  await press('Spalten');
  return screen.findByRole<HTMLInputElement>('switch', { name: 'Preiskarte' });
};
const card = (name: string) => screen.findByRole('complementary', { name: `Preiskarte: ${name}` });
const asked = (server: TestServer) => server.callsOf('getPriceHistory');
const openCard = async () => {
  const opened = await openUpdate(() => anMdp(ROWS), { prepare });
  await judged();
  await user.click(await toggle());
  await card('Arnika, 20 g');
  await user.keyboard('{Escape}');
  return opened;
};

describe('the docked card (rule 14.32)', () => {
  test('stands beside a list that was opened with one article', async () => {
    setWidth(1440);
    const server = prepare(aServer().on('getPriceList', () => aPriceList(ROWS)));
    await openPortal(`${ADDRESS}?q=00000002`, { roles: ['TP_admin_100101'], server });
    await card('Birke 50 St');
    // as long as the person does not close it
    await user.click(await toggle());
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test.each(['Bearbeiten', undefined])('leaves the present price in view in expert mode: %s', async (button) => {
    setWidth(1440);
    await openList(() => aPriceList(ROWS), prepare);
    await user.click(screen.getByRole('radio', { name: 'Experte' }));
    await user.click(await toggle());
    await card('Arnika, 20 g');
    await user.keyboard('{Escape}');
    if (button) await press(button);
    const heading = () => document.querySelector<HTMLElement>('[role="columnheader"][data-column="effectivePrice"]');
    await waitFor(() => expect(heading()?.style.right).toMatch(/^\d+px$/));
    for (const column of ['normSize', 'atc', 'peCluster', 'vhCluster']) {
      expect(document.querySelector(`[role="columnheader"][data-column="${column}"]`)).toBeNull();
    }
    // What makes way is not switched off, and can be.
    await press('Spalten');
    const dialog = within(await screen.findByRole('dialog', { name: 'Spalten' }));
    const line = () => dialog.getByText(/^Normgröße/).closest('li') as HTMLElement;
    const eye = () => within(line()).getByRole('switch', { name: 'Normgröße' });
    expect(line().textContent).toBe('Normgröße kein Platz');
    expect(eye().getAttribute('aria-checked')).toBe('true');
    expect(dialog.getByText('Brand').closest('li')?.textContent).toBe('Brand ');
    await user.click(eye());
    expect(eye().getAttribute('aria-checked')).toBe('false');
  });

  test('is not there beside a list without rows', async () => {
    setWidth(1440);
    const server = prepare(aServer().on('getPriceList', () => aPriceList([{ name: 'Dill' }])));
    await openPortal(`${ADDRESS}?review=all:weight`, { roles: ['TP_admin_100101'], server });
    await screen.findByText('Nichts zu prüfen.');
    expect(screen.queryByRole('complementary')).toBeNull();
    await press('Alle 1 ansehen');
    await waitFor(() => expect(screen.queryByText('Nichts zu prüfen.')).toBeNull());
  });

  test.each([{ blockEdit: true }, { blockedProducts: [{ pzn: '00000001' }] }])(
    'asks only whether a price stays that is due, where an update locks it: %j (rule 19.5)',
    async (head) => {
      setWidth(1440);
      const due = [{ pzn: '00000001', since: '2025-11-05', aep: 300, avp: 1000, umfeld: 660 }];
      const server = prepare(aServer().on('getPriceList', () => aPriceList([{ priceType: 3, ownPrice: 650 }], head)))
        .on('getDueReviews', () => ({ rows: due, reminders: [] }))
        .on('keepFixedPrices', () => ({ status: 'OK', kept: 1 }));
      await openPortal(`${ADDRESS}?q=00000001`, { roles: ['TP_admin_100101'], server });
      const decision = within(await screen.findByRole('group', { name: 'Welcher Preis gilt?' }));
      expect(decision.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Bleibt 6,50']);
      await act(() => new Promise((resolve) => setTimeout(resolve, 450)));
      await user.click(decision.getByRole('button'));
      await waitFor(() => expect(server.callsOf('keepFixedPrices')).toHaveLength(1));
    },
  );

  test('is closed until it is opened, and stays as the person left it', async () => {
    const { unmount } = await openUpdate(() => anMdp(ROWS), { prepare });
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.click(await toggle());
    await card('Arnika, 20 g');
    unmount();
    const again = await openUpdate(() => anMdp(ROWS), { prepare });
    await card('Arnika, 20 g');
    await press('Preiskarte schließen');
    again.unmount();
    await openUpdate(() => anMdp(ROWS), { prepare });
    expect((await toggle()).checked).toBe(false);
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  test('has no place in a window of less than 1200 pixels', async () => {
    setWidth(1199);
    await openUpdate(() => anMdp(ROWS), { prepare });
    await press('Spalten');
    await screen.findByRole('button', { name: 'Zurücksetzen' });
    expect(screen.queryByRole('switch', { name: 'Preiskarte' })).toBeNull();
    await press('Preishistorie von PZN 00000001');
    await screen.findByRole('dialog', { name: /^Preiskarte mit Preishistorie: Arnika, 20 g/ });
  });

  test('follows the active row, and asks for a history only where somebody rests', async () => {
    const { server } = await openCard();
    await waitFor(() => expect(asked(server)).toHaveLength(1));
    focusRow('00000001');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    await card('Chili, 5 ml');
    await waitFor(() => expect(asked(server)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is entered by Alt and Enter, goes on by Alt and the arrows, and Escape leads back to the row', async () => {
    await openCard();
    act(() => priceInput('00000002').focus());
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    const heading = within(await card('Birke 50 St')).getByRole('heading', { level: 2 });
    expect(document.activeElement).toBe(heading);
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(priceInput('00000002'));
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await card('Chili, 5 ml');
    await user.keyboard('{Escape}');
    expect(document.activeElement?.closest('[data-position]')?.getAttribute('data-position')).toBe('2');
  });

  test.each([
    [1440, 'Arnika', ['review-margin', 'review-distances']],
    [1440, 'Arnika 200 mg überzogene Brausetabletten', ['review-margin']],
    [1280, 'Arnika', []],
  ])('takes the room of figures only where inputs need it: %i px, %s (rule 14.26)', async (pixels, name, judging) => {
    setWidth(pixels);
    const below = [{ name, calculatedPrice: 500, aep: 900 }];
    await openList(() => aPriceList(below), prepare);
    await switchTo('Zu prüfen');
    if (pixels < 1440) await user.click(await toggle());
    await screen.findByRole('complementary', { name: /Arnika/ });
    await user.keyboard('{Escape}');
    const judgedBy = () => headings().filter((id) => /^info$|^review-(margin|distances|why)/.test(id ?? ''));
    expect(judgedBy()).toEqual(['review-margin', 'review-distances', 'review-why']);
    await press('Bearbeiten');
    expect(judgedBy()).toEqual([...judging, 'review-why']);
    await press('Preiskarte schließen');
    expect(judgedBy()).toEqual(['info', 'review-margin', 'review-distances', 'review-why']);
  });

  test('names a loss beside its colour', async () => {
    await openCard();
    // 9,00 is 7,56 net, less 9,00
    const worth = within(await card('Arnika, 20 g'));
    expect((await worth.findAllByText(/−1,44 € Verlust/)).length).toBeGreaterThan(0);
  });
});

describe('deciding in it (rule 14.32)', () => {
  const buttons = () => within(screen.getByRole('group', { name: 'Welcher Preis gilt?' })).getAllByRole('button');
  const names = () => buttons().map(({ textContent }) => textContent);
  /** Longer than the guard of the decisions. */
  const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 450)));
  const decide = async (name: string) => {
    await rest();
    await press(name);
  };
  const openMarked = async () => {
    const marks: unknown[] = [];
    await openUpdate(() => anMdp(ROWS), {
      prepare: (server) =>
        prepare(server).on('setReviewMarks', ({ body }) => {
          marks.push((body as { marks: unknown }).marks);
          return { status: 'OK', marked: 1, unmarked: 0 };
        }),
    });
    await judged();
    await user.click(await toggle());
    await user.keyboard('{Escape}');
    await card('Arnika, 20 g');
    return marks;
  };

  test('enters the price as typing would, marks the row and goes on', async () => {
    const marks = await openMarked();
    expect(names()).toEqual(['Alter 6,00', 'Eigener …', 'Neu 9,00']);
    await decide('Alter 6,00');
    expect(priceInput('00000001').value).toBe('6,00');
    await card('Birke 50 St');
    await waitFor(() => expect(marks).toHaveLength(1));
    expect(marks).toEqual([[{ pzn: '00000001', price: 600, reviewed: true }]]);
    // where nothing changes there is one price to keep
    expect(names()).toEqual(['Eigener …', 'Bleibt 9,00']);
    await decide('Bleibt 9,00');
    await card('Chili, 5 ml');
    expect(marks).toHaveLength(1);
    await press('Rückgängig');
    expect(priceInput('00000001').value).toBe('');
  });

  test('takes an entered price back for the new one, and leads to the input for an own one', async () => {
    await openMarked();
    await enter(priceInput('00000001'), '7,00');
    await decide('Neu 9,00');
    expect(priceInput('00000001').value).toBe('');
    await card('Birke 50 St');
    await decide('Eigener …');
    expect(document.activeElement).toBe(priceInput('00000002'));
  });

  test('a second click in the same place decides nothing about the next row', async () => {
    await openMarked();
    await rest();
    await user.dblClick(screen.getByRole('button', { name: 'Neu 9,00' }));
    await card('Birke 50 St');
  });

  test('keeps the price of a list while it is edited; read, there is nothing to decide', async () => {
    await openList(
      () => aPriceList([{ name: 'Zink', calculatedPrice: 950 }, { name: 'Zitrone' }]),
      (server) => prepare(server).on('setListReviewMarks', () => ({ status: 'OK', marked: 1, unmarked: 0 })),
    );
    await judged();
    await user.click(await toggle());
    await user.keyboard('{Escape}');
    await screen.findByRole('complementary', { name: /Zink/ });
    expect(screen.queryByRole('group', { name: 'Welcher Preis gilt?' })).toBeNull();
    await press('Bearbeiten');
    await enter(listPrice('00000001'), '9,00');
    await press('Vorheriger Artikel');
    await decide('Aktueller 9,50');
    expect(listPrice('00000001').value).toBe('');
    await screen.findByRole('complementary', { name: /Zitrone/ });
  });
});
