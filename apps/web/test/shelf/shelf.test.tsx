import { afterEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Refused } from '../support/server.ts';
import { press, user } from '../support/user.ts';
import { DROPS, GONE, openShelf, SALVE } from './open-shelf.tsx';

afterEach(() => sessionStorage.clear());

const scan = async (code: string) => {
  const field = await screen.findByLabelText('Scannen oder PZN eintippen');
  await user.clear(field);
  await user.type(field, `${code}{Enter}`);
};
const card = () => screen.findByRole('article').then((article) => article.textContent);

// Rules 21.3 and 21.4.
describe('an article of the shelf', () => {
  test('shows price, Grundpreis, label and till', async () => {
    await openShelf();
    await scan(`-${SALVE}`);
    expect(await card()).toMatch(
      /Salbe.*50 g · Muster · PZN 15714099.*9,95 €.*1 kg = 199,00 €.*9,95 €, stimmt.*geladen 09\.03\.2026/,
    );
    await scan(DROPS);
    expect(await card()).toMatch(/Tropfen.*5,49 €.*1 l = 549,00 €.*4,99 €, veraltet.*noch nicht in der Kasse/);
  });

  test('that is excluded has a label to be taken off, and no confirmed till', async () => {
    await openShelf();
    await scan(GONE);
    expect(await card()).toMatch(/Calcium.*Kein Preis.*7,00 €, abnehmen.*noch nicht bestätigt/);
    screen.getByRole('button', { name: 'Etikett abnehmen' });
  });

  test('leads to its list in another tab', async () => {
    await openShelf();
    await scan(SALVE);
    const link = await screen.findByRole('link', { name: 'Preis von Salbe in einem neuen Tab öffnen' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/p/100101/tokenA/pricelist/OTC?q=15714099',
      '_blank',
    ]);
  });
});

// Rule 21.5.
test('a round counts each article once and prints what was collected', async () => {
  const { server } = await openShelf();
  await scan(SALVE);
  await scan(DROPS);
  await press('Etikett');
  await scan(SALVE);
  await screen.findByText('2 geprüft, 1 Etikett veraltet');
  server.on('getLabelState', () => ({ open: 9, toRemove: 0, latest: null }));
  await press('Etiketten drucken (1)');
  await screen.findByText('1 Etikett auf 1 Bogen.');
});

test('beside the article a wide screen has what was read, the newest first, and leads back to each', async () => {
  const { matchMedia } = globalThis;
  globalThis.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query === '(min-width: 75em)' });
  await openShelf();
  await scan(SALVE);
  await scan(DROPS);
  globalThis.matchMedia = matchMedia;
  const items = within(screen.getByRole('group', { name: 'Runde' })).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Tropfen.*5,49 €$/),
    'Salbe, 50 g9,95 €',
  ]);
  await press('Salbe, 50 g 9,95 €');
  expect(await card()).toMatch(/^Salbe/);
});

test('a code without a PZN, an article on no list and what is no code are said', async () => {
  await openShelf();
  await scan('4006381333931');
  await screen.findByText('„4006381333931“ ist nicht bekannt. Bitte die PZN eintippen.');
  await scan('02345677');
  await screen.findByText('PZN 02345677 steht auf keiner Preisliste.');
  await scan('Zink');
  await screen.findByText('„Zink“ ist keine PZN. Bitte prüfen Sie die Ziffern.');
  expect(screen.queryByText(/geprüft/)).toBeNull();
});

// Rule 21.7.
test('what was loaded stays where it cannot be renewed, and that is said', async () => {
  const { server } = await openShelf();
  await screen.findByText('Stand 10.03.2026 10:05 Uhr');
  server.on('getShelf', () => new Refused(500, 'internal', 'Fehler.'));
  await press('Aktualisieren');
  await screen.findByText('Die Preise konnten nicht aktualisiert werden. Es gelten die vom 10.03.2026 10:05 Uhr.');
  await scan(SALVE);
  expect(await card()).toContain('9,95 €');
});

// Rule 21.1.
test('without access to the prices the reason is shown', async () => {
  await openShelf(() => new Refused(403, 'no_pilot', 'Diese Apotheke nimmt nicht am Pilot teil.'));
  await screen.findByText('Diese Apotheke nimmt nicht am Pilot teil.');
  expect(screen.queryByRole('button', { name: 'Erneut versuchen' })).toBeNull();
});

// Rule 21.6.
test('a browser without a camera says so, and typing remains', async () => {
  await openShelf();
  await screen.findByLabelText('Scannen oder PZN eintippen');
  await press('Kamera');
  await screen.findByText('Hier ist keine Kamera. Bitte scannen Sie mit dem Handscanner oder tippen Sie die PZN ein.');
  await scan(SALVE);
  expect(await card()).toContain('Salbe');
  fireEvent(document, new Event('visibilitychange'));
});

// Rule 21.2.
describe('a hand scanner whose keys no field takes', () => {
  const UNKNOWN = /ist nicht bekannt\. Bitte die PZN eintippen\./;
  /** The phone's page has no field with the focus. */
  const scanAnywhere = async (code: string, end = '{Enter}') => {
    await screen.findByLabelText('Scannen oder PZN eintippen');
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await user.keyboard(code.replaceAll('[', '[[') + end);
  };

  test.each([
    ['4006381333931', '„4006381333931“ ist nicht bekannt. Bitte die PZN eintippen.'],
    [']E04006381333931', '„4006381333931“ ist nicht bekannt. Bitte die PZN eintippen.'],
    ['+E04006381333931', '„4006381333931“ ist nicht bekannt. Bitte die PZN eintippen.'],
    [']C10104006381333931', '„0104006381333931“ ist nicht bekannt. Bitte die PZN eintippen.'],
    [']A0REGAL-7', '„REGAL-7“ ist nicht bekannt. Bitte die PZN eintippen.'],
    ['REGAL-7', '„REGAL-7“ ist keine PZN. Bitte prüfen Sie die Ziffern.'],
    ['15714098', '„15714098“ ist keine PZN. Bitte prüfen Sie die Ziffern.'],
    [']E0 ', 'Der Code war nicht lesbar. Bitte noch einmal scannen.'],
  ])('of %p the former article goes, and what was read is said', async (code, said) => {
    await openShelf();
    for (const end of ['{Enter}', '{Tab}']) {
      await scanAnywhere(`-${SALVE}`);
      expect(await card()).toContain('9,95 €');
      await scanAnywhere(code, end);
      await screen.findByText(said);
      expect(screen.queryByRole('article')).toBeNull();
    }
  });

  test('and one that a field takes, ended by Tab', async () => {
    await openShelf();
    await scan(SALVE);
    const field = screen.getByLabelText('Scannen oder PZN eintippen');
    await user.clear(field);
    await user.type(field, '4006381333931{Tab}');
    await screen.findByText(UNKNOWN);
    expect(screen.queryByRole('article')).toBeNull();
    expect(document.activeElement).toBe(field);
  });
});

// Rule 21.5.
describe('collected labels', () => {
  test('come back after a session that ended, with their round', async () => {
    const { auth } = await openShelf();
    await scan(SALVE);
    await scan(DROPS);
    await press('Etikett');
    act(() => auth.lose());
    await press('Neu anmelden');
    await waitFor(() => expect(auth.asked).toEqual(['signIn']));
    cleanup();
    await openShelf();
    await screen.findByText('2 geprüft, 1 Etikett veraltet');
    await screen.findByRole('button', { name: 'Etiketten drucken (1)' });
    await scan(DROPS);
    await press('Gesammelt');
    cleanup();
    await openShelf();
    await screen.findByLabelText('Scannen oder PZN eintippen');
    expect(screen.queryByText(/geprüft/)).toBeNull();
  });
});
