import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { aPriceList } from './price-lists/list.ts';
import { openList, priceInput } from './price-lists/open-list.tsx';
import { aDashboard } from './support/data.ts';
import { Refused, type TestServer } from './support/server.ts';
import { press, type } from './support/user.ts';

const list = () => aPriceList([{ name: 'Zink' }]);

beforeEach(() => sessionStorage.clear()); // drafts of the test before

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

async function enterAndSave(save: (server: TestServer) => unknown) {
  const view = await openList(list, (server) => server.on('savePriceList', () => save(server)));
  await press('Bearbeiten');
  await type(priceInput('00000001'), '4,44');
  await press(/^Daten prüfen/);
  await press('Daten speichern');
  return view;
}

describe('a connection that is gone (rule 2.29)', () => {
  test('is said as soon as the browser knows, and no longer than it lasts', async () => {
    await openList(list);
    expect(screen.queryByText('Keine Verbindung zum Server')).toBeNull();
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    await act(async () => void dispatchEvent(new Event('offline')));
    screen.getByText('Keine Verbindung zum Server');
    Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
    await act(async () => void dispatchEvent(new Event('online')));
    expect(screen.queryByText('Keine Verbindung zum Server')).toBeNull();
  });

  test('is said when a call gets no answer; nobody is told that nothing was saved, the edit stays, a click saves it', async () => {
    let down = true;
    const { server } = await enterAndSave((asked) => {
      // what is asked after a save gets no answer either
      asked.on('getDashboard', () => (down ? noAnswer() : aDashboard()));
      asked.on('getDueReviews', () => (down ? noAnswer() : { rows: [], reminders: [] }));
      return down ? noAnswer() : { status: 'OK', changed: 0 };
    });
    await screen.findByText(/Ob sie angekommen sind, ist nicht sicher\./);
    screen.getByText('Keine Verbindung zum Server');
    expect(screen.queryByText(/es wurde nichts gespeichert/)).toBeNull();
    down = false;
    await press('Daten speichern');
    await screen.findByText('Es wurden keine Preise geändert: Die Preisliste enthielt diese Preise schon.');
    const [first, second] = server.callsOf('savePriceList').map(({ body }) => body);
    expect(second).toEqual(first);
    expect(screen.queryByText('Keine Verbindung zum Server')).toBeNull();
  });

  test.each([
    ['the proxy in front', 503, 'unavailable'],
    ['any proxy', 502, 'internal'],
    ['any proxy', 504, 'internal'],
  ])('a portal that %s speaks for (%i) is disturbed, and the internet is not blamed', async (_who, status, reason) => {
    let down = true;
    const refused = () => new Refused(status, reason, 'TruePrice ist gerade gestört.');
    await enterAndSave((asked) => {
      // so is what is asked after a save
      asked.on('getDashboard', () => (down ? refused() : aDashboard()));
      asked.on('getDueReviews', () => (down ? refused() : { rows: [], reminders: [] }));
      return down ? refused() : { status: 'OK', changed: 0 };
    });
    await screen.findByText('TruePrice ist gerade gestört, Ihr Internet ist in Ordnung');
    screen.getByText(/^Ihre Eingaben bleiben .* Sobald es wieder geht, speichern Sie mit einem Klick\.$/);
    expect(screen.queryByText(/Internetverbindung/)).toBeNull();
    down = false;
    await press('Daten speichern');
    await screen.findByText('Es wurden keine Preise geändert: Die Preisliste enthielt diese Preise schon.');
    expect(screen.queryByText(/gestört/)).toBeNull();
  });

  test('a refusal of the server says that nothing was saved, and when to come again', async () => {
    const message = 'Das waren zu viele Anfragen. Bitte versuchen Sie es in 12 Sekunden erneut.';
    await enterAndSave(() => new Refused(429, 'too_many_requests', message));
    await waitFor(() => screen.getByText(`Fehler bei der Verarbeitung: ${message}`));
    screen.getByText('Ihre Änderungen sind noch da, es wurde nichts gespeichert.');
    expect(screen.queryByText('Keine Verbindung zum Server')).toBeNull();
  });
});
