import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { addressOf, openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp, type Row } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { counts, findGrid, headings, judged, shownPzns, switchTo } from '../support/rows.ts';
import { clickUnread, enter, press, type, user } from '../support/user.ts';

const { matchMedia } = globalThis;
beforeEach(() => {
  localStorage.clear();
  // a phone: every question about a largest width is answered with yes
  globalThis.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('max-width') });
});
afterEach(() => {
  globalThis.matchMedia = matchMedia;
  sessionStorage.clear();
});

const UNKNOWN = { aep: null, avp: null, avpOld: null, vhp: null, ravp: null, ravpRegio: null, ravpNational: null };
/** A price far too high, one below its AEP (5,95 gross), a price that stays, and a small slip. */
const ROWS: Partial<Row>[] = [
  { ...UNKNOWN, name: 'Arnika', calculatedPrice: 89_900, units: 3, ravpRegio: 3400 },
  { ...UNKNOWN, name: 'Birke', calculatedPrice: 590, units: 10, aep: 500 },
  { ...UNKNOWN, name: 'Cistus', calculatedPrice: 1000, units: 5 },
  { ...UNKNOWN, name: 'Distel', calculatedPrice: 1300, units: null },
];
const CONTEXT = aContext([
  { effectivePrice: 3290, priceType: 0 },
  { effectivePrice: 600, priceType: 0 },
  { effectivePrice: 1000, priceType: 0 },
  { effectivePrice: 1000, priceType: 0 },
]);

const personOf = ({ userName, mine, pzn, price }: Person) => ({
  userName,
  mine,
  marks: { pzn: [pzn], price: [price], markedAt: [1] },
});
type Person = { userName: string; mine: boolean; pzn: string; price: number };
function open({ update = () => anMdp(ROWS), persons = [], context = CONTEXT }: Partial<Opening> = {}) {
  return openUpdate(update, {
    prepare: (server) =>
      server
        .on('getReviewContext', () => context)
        .on('getPriceHistory', () => [])
        .on('getChangesKept', () => ({ keptSince: null }))
        .on('getReviewMarks', () => ({ persons: persons.map(personOf) }))
        .on('setReviewMarks', ({ body }) => {
          const [mark] = (body as { marks: { pzn: string; price: number }[] }).marks;
          if (mark) persons.push({ userName: 'Jonas Klein', mine: true, ...mark });
          return { status: 'OK', marked: 1, unmarked: 0 };
        }),
  });
}
type Opening = { update: Parameters<typeof openUpdate>[0]; persons: Person[]; context: unknown };

const walk = async () => {
  await judged();
  await press('Zu prüfen durchgehen');
};
const card = () => within(screen.getByRole('region', { name: 'Zu prüfende Artikel' }));
const onCard = (name: string) => waitFor(() => card().getByRole('heading', { name }));
const text = () => screen.getByRole('article').textContent;
const nothingEntered = () => waitFor(() => expect(screen.queryByText(/bearbeitet/)).toBeNull());
const marksSent = (server: { callsOf: (name: 'setReviewMarks') => { body: unknown }[] }) =>
  server.callsOf('setReviewMarks').map(({ body }) => (body as { marks: unknown[] }).marks[0]);

describe('the list of the rows to review, on a narrow screen (rule 14.26)', () => {
  const openCard = async () => {
    await user.click(screen.getByText('Arnika'));
    await onCard('Arnika');
    await press('Alles zu diesem Artikel');
    return within(await screen.findByRole('dialog', { name: /Arnika/ }));
  };
  const closeCard = async () => {
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Liste'));
  };
  const tools = () =>
    within(screen.getByRole('toolbar'))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  test('has the reason in place of the inputs, which the card of a tapped row has', async () => {
    await open();
    await switchTo('Zu prüfen');
    expect(headings().slice(0, 3)).toEqual(['name', 'review-why', 'calculatedPrice']);
    expect(screen.queryByLabelText('Preiskorrektur für PZN 00000001')).toBeNull();
    const card = await openCard();
    const labels = ['Preiskorrektur', 'Dauerpreis', 'Ausschluss'].map((name) => `${name} für PZN 00000001`);
    expect(labels.map((label) => card.getByLabelText(label).tabIndex)).toEqual([0, 0, 0]);
    await enter(priceInput('00000001'), '34,50');
    await closeCard();
    screen.getByText('1 bearbeitet · nicht gespeichert');
    expect(screen.getByText('Arnika').closest('[role=row]')?.getAttribute('aria-selected')).not.toBe('true');
    expect(screen.getByText('Arnika').closest('[role=gridcell]')?.textContent).toContain(' → 34,50');
  });

  test('opens the card of the row that is tapped, with its three decisions', async () => {
    await open();
    await switchTo('Zu prüfen');
    await user.click(screen.getByText('Distel'));
    await onCard('Distel');
    expect(card().getAllByRole('button', { name: /^(Alter|Eigener|Übernehmen)/ })).toHaveLength(3);
  });

  test('says of a row what few others have first, and who has reviewed it', async () => {
    await open({
      update: () => anMdp(ROWS.map((row) => ({ ...row, avp: 300 }))),
      persons: [{ userName: 'Eva', mine: false, pzn: '00000002', price: 590 }],
    });
    await switchTo('Zu prüfen');
    const whyOf = (name: string) =>
      screen.getByText(name).closest('[role=row]')?.querySelector('[data-column=review-why]')?.textContent;
    expect(whyOf('Arnika')).toMatch(/^(?!über AVP).+über AVP/);
    expect(whyOf('Birke')).toMatch(/geprüft$/);
  });

  test('offers to go through them before all prices are approved', async () => {
    await open();
    await judged();
    const variants = ['Zu prüfen durchgehen', 'Preise freigeben'].map((name) =>
      screen.getByRole('button', { name }).getAttribute('data-variant'),
    );
    // without one it is filled
    expect(variants).toEqual([null, 'default']);
  });

  test('leads from a mistyped price to its card, with nothing else to press beside it', async () => {
    await open();
    await switchTo('Zu prüfen');
    expect(tools()).toContain('Preise freigeben');
    await openCard();
    await enter(priceInput('00000001'), '4,99x');
    await closeCard();
    expect(tools()).not.toContain('Preise freigeben');
    await press('Zum Fehler');
    await waitFor(() => expect(document.activeElement).toBe(priceInput('00000001')));
  });
});

describe('cards of the rows to review, on a narrow screen (rule 14.40)', () => {
  test('are quiet until wanted: the list stays what it is', async () => {
    await open();
    await judged();
    screen.getByRole('button', { name: 'Zu prüfen durchgehen' });
    expect(shownPzns()).toEqual(['00000001', '00000002', '00000003', '00000004']);
    // one way through them: no second button of that kind
    expect(screen.queryByRole('button', { name: 'Weiter' })).toBeNull();
    expect(screen.queryByText('0 geprüft')).toBeNull();
    await press('Filter und Spalten');
    within(await screen.findByRole('dialog', { name: 'Filter und Spalten' })).getByText('0 geprüft');
  });

  test('count the rows that the search leaves', async () => {
    await open();
    await judged();
    await user.type(screen.getByRole('textbox', { name: /^Suche/ }), 'Birke');
    await waitFor(async () => expect(await counts()).toEqual(['Alle 1', 'Zu prüfen 1']));
  });

  test('say the change, the reasons in words and what is known, and lead to the price card and back; the weightiest first', async () => {
    await open();
    await walk();
    await onCard('Arnika');
    card().getByText('1 von 3');
    expect(text()).toContain('32,90');
    expect(text()).toMatch(/899,00 €\+2\.632,5.% \(\+866,10 €\)/);
    expect(text()).toMatch(/Bisher 32,90 € \(\+2\.632,5.%\)/);
    expect(text()).toMatch(/Über Umfeld-Durchschnitt 34,00 €/);
    // (899,00 - 32,90) / 1,19 × 3
    expect(text()).toContain('Absatz3 St.Rohertrag+2.183,45 €');
    expect(text()).not.toContain('AEP');
    expect(screen.queryByRole('grid')).toBeNull();
    await press('Alles zu diesem Artikel');
    const details = within(await screen.findByRole('dialog', { name: /Arnika/ }));
    await details.findByText(/über Umfeld-Ø$/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Alles zu diesem Artikel'));
    await onCard('Arnika');
  });

  test('accepting marks the row at its price and goes on; the last step can be taken back', async () => {
    const { server } = await open();
    await walk();
    await onCard('Arnika');
    await press('Übernehmen 899,00');
    await onCard('Distel');
    card().getByText('Arnika: übernommen');
    expect(card().queryByRole('button', { name: 'Rückgängig' })).toBeNull();
    await press('Zurück');
    await onCard('Arnika');
    await press('Rückgängig');
    await onCard('Arnika');
    await waitFor(() =>
      expect(marksSent(server)).toEqual([
        { pzn: '00000001', price: 89_900, reviewed: true },
        { pzn: '00000001', price: null, reviewed: false },
      ]),
    );
    await nothingEntered();
  });

  test('the former price becomes the own price, as if typed into the grid; taken back it leaves nothing entered', async () => {
    const { server } = await open();
    await walk();
    await onCard('Arnika');
    await press(/^Alter/);
    await onCard('Distel');
    expect(marksSent(server)).toEqual([{ pzn: '00000001', price: 3290, reviewed: true }]);
    await press('Zurück');
    await onCard('Arnika');
    await press('Rückgängig');
    await onCard('Arnika');
    await nothingEntered();
    await press(/^Alter/);
    await onCard('Distel');
    await user.click(card().getByRole('radio', { name: 'Liste' }));
    expect(priceInput('00000001').value).toBe('32,90');
  });

  test('an own price is read like one of the grid, only a price leads on, and leaving it puts back what stood there', async () => {
    const { server } = await open();
    await walk();
    await onCard('Arnika');
    await press(/^Eigener/);
    await type(priceInput('00000001'), '12');
    // one only, and not the one that leaves the page
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    await waitFor(() => expect(text()).toContain('899,00 €'));
    await nothingEntered();

    await press(/^Eigener/);
    const input = priceInput('00000001');
    expect(document.activeElement).toBe(input);
    expect(input.inputMode).toBe('decimal');
    await type(input, '1.234');
    screen.getByText('1.234 lässt sich auf zwei Arten lesen. Was ist gemeint?');
    expect(card().getByRole<HTMLButtonElement>('button', { name: 'Preis setzen' }).disabled).toBe(true);
    await type(input, '34,5{Enter}');
    await onCard('Distel');
    card().getByText('Arnika: eigener Preis');
    expect(marksSent(server)).toEqual([{ pzn: '00000001', price: 3450, reviewed: true }]);
    await press('Zurück');
    await onCard('Arnika');
    expect(text()).toContain('34,50 €');
    // a second tap of the same finger
    await press(/^Eigener/);
    await clickUnread(card().getByRole('button', { name: 'Preis setzen' }));
    await onCard('Arnika');
    expect(marksSent(server)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Abbrechen' }));
    await waitFor(() => expect(text()).toContain('34,50 €'));
    await press('Zurück zum berechneten Preis');
    await waitFor(() => expect(text()).toContain('899,00 €'));
  });

  test('keep the place of a decision that cannot be made, with a word', async () => {
    const rows = [ROWS[0] as Partial<Row>, { ...UNKNOWN, name: 'Birke', calculatedPrice: 590, aep: 500 }];
    await open({ update: () => anMdp(rows), context: aContext([{ effectivePrice: 3290, priceType: 0 }, {}]) });
    await walk();
    await onCard('Arnika');
    const names = () =>
      card()
        .getAllByRole('button')
        .slice(-3)
        .map(({ textContent }) => textContent);
    expect(names()).toEqual(['Alter 32,90', 'Eigener …', 'Übernehmen 899,00']);
    await press(/^Übernehmen/);
    await onCard('Birke');
    expect(names()).toEqual(['Alter gibt es nicht', 'Eigener …', 'Übernehmen 5,90']);
    expect(card().getByRole<HTMLButtonElement>('button', { name: /^Alter/ }).disabled).toBe(true);
  });

  test('name on the last one how many prices are approved, which is asked behind „Mehr“ before', async () => {
    await open();
    await walk();
    await onCard('Arnika');
    expect(screen.queryByRole('button', { name: 'Preise freigeben' })).toBeNull();
    await press('Mehr');
    await screen.findByRole('button', { name: 'Preise freigeben' });
    await user.keyboard('{Escape}');
    for (const name of ['Arnika', 'Distel', 'Birke']) {
      await onCard(name);
      await press(/^Übernehmen/);
    }
    await press('4 Preise freigeben');
    await screen.findByRole('heading', { name: 'PRÜFUNG PREISÄNDERUNG' });
  });

  test('a second tap of the same finger decides nothing about the next card', async () => {
    const { server } = await open();
    await walk();
    await onCard('Arnika');
    await press(/^Alter/);
    await onCard('Distel');
    // the decisions keep their places
    await clickUnread(card().getByRole('button', { name: /^Alter/ }));
    await clickUnread(card().getByRole('button', { name: /^Übernehmen/ }));
    expect(marksSent(server)).toEqual([{ pzn: '00000001', price: 3290, reviewed: true }]);
    await onCard('Distel');
    await press(/^Alter/);
    await waitFor(() => expect(marksSent(server)).toHaveLength(2));
  });

  test('begin with what nobody has reviewed, pass over what others have, and say in the end what is open', async () => {
    await open({
      persons: [
        { userName: 'Dr. Berger', mine: false, pzn: '00000001', price: 89_900 },
        // at another price than today's
        { userName: 'Jonas Klein', mine: true, pzn: '00000004', price: 580 },
      ],
    });
    await walk();
    await onCard('Distel');
    await press('Zurück');
    await onCard('Arnika');
    card().getByText('Geprüft von Dr. Berger');
    await press('Weiter');
    await press('Weiter');
    await onCard('Birke');
    await press(/^Übernehmen/);
    await waitFor(() => card().getByText('1 Artikel ist noch nicht geprüft.'));
    await press('Diese durchgehen');
    await onCard('Distel');
    await press(/^Übernehmen/);
    await waitFor(() => card().getByText('Alle zu prüfenden Artikel sind geprüft.'));
  });

  test('are kept until the list is asked for, also on another visit', async () => {
    const { unmount } = await open();
    await walk();
    await onCard('Arnika');
    unmount();
    const { server } = await openPortal(addressOf('MDP'), {
      roles: ['TP_admin_100101'],
      server: aServer().on('getMdp', () => anMdp(ROWS)),
    });
    await onCard('Arnika');
    await user.click(card().getByRole('radio', { name: 'Liste' }));
    await findGrid();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Zu prüfen durchgehen');
    expect(server.callsOf('setReviewMarks')).toEqual([]);
  });

  test('are not offered where nothing can be edited, as of a mirror', async () => {
    localStorage.setItem('showCards', 'true');
    await open({ update: () => anMdp(ROWS, { isShadowPharmacy: true }) });
    await findGrid();
    expect(screen.queryByRole('button', { name: 'Zu prüfen durchgehen' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Zu prüfende Artikel' })).toBeNull();
  });

  test('are not offered for an inactive row, which an approval leaves out', async () => {
    // with an own price from 1970 whose AEP has risen by a quarter since
    const row = { ...UNKNOWN, name: 'Efeu', inactive: true, priceType: 2 as const, ownPrice: 1500, aep: 500 };
    const list = aContext([{ effectivePrice: 1500, priceType: 2, ownPrice: 1500, aep: 400, date: 1 }]);
    await open({ update: () => anMdp([row]), context: list });
    await screen.findByText('Zu prüfen 0');
    expect(screen.queryByRole('button', { name: 'Zu prüfen durchgehen' })).toBeNull();
  });
});
