import { describe, expect, test } from '@jest/globals';
import type { Shelf } from '@portal/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { createPicker } from '../src/features/shelf/camera/pick-code.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { press, user } from './support/user.ts';

const PATH = '/p/100101/tokenA/regal';
const [SALVE, DROPS, GONE] = ['15714099', '12368946', '01234562'] as const;

const aShelf = (overrides: Partial<Shelf> = {}): Shelf => ({
  at: '2026-03-10T09:05:00.000Z',
  labelled: true,
  tillLoads: { OTC: '2026-03-09T18:00:00.000Z', FREIWAHL: null, HILFSMITTEL: null },
  notInTill: [DROPS],
  columns: {
    pzn: [GONE, DROPS, SALVE],
    productGroup: ['FREIWAHL', 'OTC', 'OTC'],
    name: ['Calcium', 'Tropfen', 'Salbe'],
    content: ['20 St', '10 ml', '50 g'],
    producer: [null, 'Muster', 'Muster'],
    effectivePrice: [null, 549, 995],
    labelPrice: [700, 499, 995],
  },
  ...overrides,
});

async function openShelf(answer: () => Shelf | Refused = aShelf, roles = ['TP_user_100101']) {
  const server = aServer().on('getShelf', answer);
  const view = await openPortal(PATH, { roles, server });
  await screen.findByRole('heading', { name: 'Regal' });
  return { ...view, server };
}
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
    expect(await card()).toMatch(/Calcium.*Kein Preis.*7,00 €, abnehmen.*nichts bestätigt/);
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

test('a code without a PZN, an article on no list and what is no code are said', async () => {
  await openShelf();
  await scan('4006381333931');
  await screen.findByText('Dieser Code ist nicht bekannt. Bitte die PZN eintippen.');
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
  await screen.findByText('Hier ist keine Kamera. Handscanner und Eintippen gehen weiter.');
  await scan(SALVE);
  expect(await card()).toContain('Salbe');
  fireEvent(document, new Event('visibilitychange'));
});

describe('of the codes in a picture', () => {
  const at = (text: string, fromCentre: number) => ({ text, fromCentre });

  test('the PZN nearest to the middle counts, once until another is seen', () => {
    const pick = createPicker();
    expect(pick([at(`]A0-${SALVE}`, 300), at(`]A0-${DROPS}`, 20)])).toBe(`]A0-${DROPS}`);
    expect(pick([at(`]A0-${DROPS}`, 20)])).toBeUndefined();
    expect(pick([])).toBeUndefined();
    expect(pick([at(`]A0-${DROPS}`, 20)])).toBeUndefined();
    expect(pick([at(`]A0-${SALVE}`, 20)])).toBe(`]A0-${SALVE}`);
  });

  test('another code counts where it stays, and never beside a PZN', () => {
    const pick = createPicker();
    const ean = at(']E04006381333931', 10);
    for (let pictures = 1; pictures < 5; pictures++) expect(pick([ean])).toBeUndefined();
    expect(pick([ean])).toBe(ean.text);
    expect(pick([ean])).toBeUndefined();
    expect(pick([ean, at(`]A0-${SALVE}`, 200)])).toBe(`]A0-${SALVE}`);
  });
});
