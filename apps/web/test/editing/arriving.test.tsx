import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { ADDRESS } from '../price-lists/open-list.tsx';
import { anMdp } from '../price-updates/update.ts';
import { addressOf } from '../price-updates/open-update.tsx';
import { inPieces, textOfPieces } from '../support/pieces.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { findGrid, shownPzns } from '../support/rows.ts';
import { press } from '../support/user.ts';

const ARTICLES = Array.from({ length: 6 }, (_, n) => ({ name: `Öl ${6 - n}` }));
const PZNS = ['00000001', '00000002', '00000003', '00000004', '00000005', '00000006'];
/** Longer than what comes at once, which is shown when it is whole. */
const LONG_MS = 400;

/** An answer that comes as the test sends it. */
function slowAnswer(list: Parameters<typeof inPieces>[0]) {
  const text = textOfPieces(inPieces(list, 2));
  let sink: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sink = controller) });
  const at = text.indexOf('"00000005"');
  const bytes = new TextEncoder().encode(text);
  const cut = new TextEncoder().encode(text.slice(0, at)).length;
  const send = (part: Uint8Array) => act(async () => sink.enqueue(part));
  return {
    response: new Response(body),
    /** The first four rows of six, and for long nothing else. */
    atOnce: () => send(bytes.subarray(0, cut)),
    /** The same in two parts. */
    begin: async () => {
      await send(bytes.subarray(0, 100));
      await act(() => new Promise<void>((resolve) => void setTimeout(resolve, LONG_MS)));
      await send(bytes.subarray(100, cut));
    },
    end: async () => {
      await send(bytes.subarray(cut));
      await act(async () => sink.close());
    },
    breakOff: () => act(async () => sink.error(new TypeError('network error'))),
  };
}

/** Everything that works on a whole list. */
const works = () =>
  ['Bearbeiten', 'Daten zwischenspeichern', 'Preise freigeben'].filter((name) =>
    screen.queryByRole('button', { name }),
  );

describe('a list that comes slowly (rule 2.28)', () => {
  test.each([
    ['price list', 'getPriceList', ADDRESS, () => aPriceList(ARTICLES), /bearbeiten und ausgeben können Sie, sobald/],
    ['package', 'getMdp', addressOf('MDP'), () => anMdp(ARTICLES), /bearbeiten und freigeben können Sie, sobald/],
  ] as const)(
    '%s: shows its first rows and how far it is, and is worked on when it is whole',
    async (_, call, path, list, later) => {
      const slow = slowAnswer(list() as never);
      const server = aServer().on(call, () => slow.response);
      await openPortal(path, { roles: ['TP_admin_100101'], server });
      await waitFor(() => expect(server.callsOf(call)).toHaveLength(1));
      await slow.begin();
      const grid = await findGrid();
      expect(shownPzns()).toEqual(['00000001', '00000002']);
      expect(grid.parentElement?.getAttribute('aria-busy')).toBe('true');
      const progress = screen.getByRole('progressbar');
      expect(progress.getAttribute('aria-valuenow')).toBe('66');
      screen.getByText('4 von 6 Zeilen');
      screen.getByText(later);
      expect(within(grid).queryByRole('button', { name: /^Preishistorie/ })).toBeNull();
      expect([works(), screen.queryByLabelText(/^Suche nach Artikel/)]).toEqual([[], null]);
      await slow.end();
      await screen.findByLabelText(/^Suche nach Artikel/);
      expect([...shownPzns()].sort()).toEqual(PZNS);
      expect([screen.queryByRole('progressbar'), document.querySelector('[aria-busy="true"] [role="grid"]')]).toEqual([
        null,
        null,
      ]);
    },
  );

  test('one that breaks off says how far it came, shows nothing to work on, and is loaded again by a click', async () => {
    const slow = slowAnswer(aPriceList(ARTICLES));
    const answers = [slow.response, aPriceList(ARTICLES)];
    const server = aServer().on('getPriceList', () => answers.shift());
    await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server });
    await waitFor(() => expect(server.callsOf('getPriceList')).toHaveLength(1));
    await slow.begin();
    await findGrid();
    await slow.breakOff();
    await screen.findByText(/^Die Verbindung ist abgebrochen: 4 von 6 Zeilen sind angekommen\./);
    expect([works(), screen.queryByRole('grid')]).toEqual([[], null]);
    await press('Erneut versuchen');
    await waitFor(() => expect([...shownPzns()].sort()).toEqual(PZNS));
  });

  test('one that falters shows what has come, and is given up when it stands still', async () => {
    const slow = slowAnswer(aPriceList(ARTICLES));
    const server = aServer().on('getPriceList', () => slow.response);
    jest.useFakeTimers({ advanceTimers: true });
    try {
      await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server });
      await waitFor(() => expect(server.callsOf('getPriceList')).toHaveLength(1));
      await slow.atOnce();
      await act(() => jest.advanceTimersByTimeAsync(LONG_MS));
      screen.getByText('4 von 6 Zeilen');
      expect(shownPzns()).toEqual(['00000001', '00000002']);
      await act(() => jest.advanceTimersByTimeAsync(29_000));
      screen.getByText('4 von 6 Zeilen');
      await act(() => jest.advanceTimersByTimeAsync(1_000));
    } finally {
      jest.useRealTimers();
    }
    await screen.findByText(/^Die Verbindung ist abgebrochen: 4 von 6 Zeilen sind angekommen\./);
  });

  test('an answer that ends too early is as broken as a connection', async () => {
    const text = textOfPieces(inPieces(aPriceList(ARTICLES), 2));
    // Each call gets a body of its own: on a slow machine the list is asked for again.
    const cut = () => new Response(text.slice(0, text.indexOf('"00000005"')));
    await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server: aServer().on('getPriceList', cut) });
    await screen.findByText(/^Die Verbindung ist abgebrochen: 4 von 6 Zeilen sind angekommen\./);
  });
});
