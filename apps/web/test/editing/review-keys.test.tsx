import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp, type Row } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { focusedCell, headings, judged, shownPzns, switchTo } from '../support/rows.ts';
import { enter, type, user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const UNKNOWN = { aep: null, avp: null, avpOld: null, vhp: null, ravp: null, ravpRegio: null, ravpNational: null };
const [ARNIKA, BIRKE, CISTUS, DISTEL] = ['00000001', '00000002', '00000003', '00000004'] as const;
/** To review are the first, the fourth, and below its AEP the second, in this order; the third stays as it is. */
const ROWS: Partial<Row>[] = [
  { ...UNKNOWN, name: 'Arnika', calculatedPrice: 89_900, units: 3 },
  { ...UNKNOWN, name: 'Birke', calculatedPrice: 590, units: 10, aep: 500 },
  { ...UNKNOWN, name: 'Cistus', calculatedPrice: 1000, units: 5 },
  { ...UNKNOWN, name: 'Distel', calculatedPrice: 1300, units: 4 },
];
const CONTEXT = aContext([
  { effectivePrice: 3290, priceType: 0 },
  { effectivePrice: 600, priceType: 0 },
  { effectivePrice: 1000, priceType: 0 },
  { effectivePrice: 1000, priceType: 0 },
]);

async function open(reviewed: { pzn: string; price: number }[] = []) {
  const marked = [...reviewed];
  const view = await openUpdate(() => anMdp(ROWS), {
    prepare: (server) =>
      server
        .on('getReviewContext', () => CONTEXT)
        .on('getReviewMarks', () => ({
          persons: marked.map(({ pzn, price }) => ({
            userName: 'Dr. Berger',
            mine: false,
            marks: { pzn: [pzn], price: [price], markedAt: [1] },
          })),
        }))
        .on('setReviewMarks', ({ body }) => {
          marked.push(...(body as { marks: typeof marked }).marks);
          return { status: 'OK', marked: 1, unmarked: 0 };
        }),
  });
  await judged();
  return view;
}
const expectOn = (pzn: string) => waitFor(() => focusedCell(pzn));

describe('keys that lead through the rows to review (rule 14.41)', () => {
  test('F8 shows them, the weightiest first, and goes on and round to the first, with Shift back', async () => {
    await open();
    expect(headings()).not.toContain('review-why');
    await user.keyboard('{F8}');
    await expectOn(ARNIKA);
    expect(headings()).toContain('review-why');
    expect(shownPzns()).toEqual([ARNIKA, DISTEL, BIRKE]);
    await user.keyboard('{F8}');
    await expectOn(DISTEL);
    await user.keyboard('{F8}');
    await expectOn(BIRKE);
    await user.keyboard('{F8}');
    await expectOn(ARNIKA);
    await user.keyboard('{Shift>}{F8}{/Shift}');
    await expectOn(BIRKE);
  });

  test('what somebody has reviewed is passed over', async () => {
    await open([{ pzn: DISTEL, price: 1300 }]);
    await user.keyboard('{F8}{F8}');
    await expectOn(BIRKE);
  });

  test('Ctrl + Enter ticks a row and goes on; in the end it is said that nothing is left', async () => {
    const { server } = await open();
    await user.keyboard('{F8}');
    await expectOn(ARNIKA);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await expectOn(DISTEL);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await expectOn(BIRKE);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText('Hier ist alles geprüft.');
    expect(server.callsOf('setReviewMarks').map(({ body }) => (body as { marks: unknown[] }).marks[0])).toEqual([
      { pzn: ARNIKA, price: 89_900, reviewed: true },
      { pzn: DISTEL, price: 1300, reviewed: true },
      { pzn: BIRKE, price: 590, reviewed: true },
    ]);
  });

  test('while a price is typed they keep its column, and mark the price that was typed', async () => {
    const { server } = await open();
    // still more than a third above the price before
    await type(priceInput(ARNIKA), '45,00');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(document.activeElement).toBe(priceInput(DISTEL)));
    await user.keyboard('{F8}');
    await waitFor(() => expect(document.activeElement).toBe(priceInput(BIRKE)));
    expect(server.callsOf('setReviewMarks').map(({ body }) => body)).toEqual([
      { marks: [{ pzn: ARNIKA, price: 4500, reviewed: true }] },
    ]);
  });

  test('a price that is pasted or typed into a row that needs no review marks nothing', async () => {
    const { server } = await open();
    await enter(priceInput(CISTUS), '12,00');
    await user.click(priceInput(BIRKE));
    await user.paste('6,50');
    await user.tab();
    await waitFor(() => expect(priceInput(BIRKE).value).toBe('6,50'));
    await enter(priceInput(DISTEL), '11,00');
    await waitFor(() =>
      expect(server.callsOf('setReviewMarks').map(({ body }) => body)).toEqual([
        { marks: [{ pzn: DISTEL, price: 1100, reviewed: true }] },
      ]),
    );
  });

  test('a price that is none keeps the focus', async () => {
    const { server } = await open();
    await type(priceInput(ARNIKA), 'abc');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(document.activeElement).toBe(priceInput(ARNIKA));
    expect(server.callsOf('setReviewMarks')).toEqual([]);
  });

  test('letters and numbers stay what is typed, and Enter alone goes down as ever', async () => {
    await open();
    await user.click(priceInput(ARNIKA));
    await user.keyboard('8,00{Enter}');
    expect(priceInput(ARNIKA).value).toBe('8,00');
    expect(document.activeElement).toBe(priceInput(BIRKE));
  });

  test('with nothing to review the buttons lead nowhere', async () => {
    const same = [{ ...UNKNOWN, calculatedPrice: 1000 }];
    await openUpdate(() => anMdp(same), {
      prepare: (server) => server.on('getReviewContext', () => aContext([{ effectivePrice: 1000, priceType: 0 }])),
    });
    await switchTo('Zu prüfen');
    for (const name of ['Weiter', 'Zurück']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
  });

  test('the buttons do the same for the mouse', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Weiter' }));
    await expectOn(ARNIKA);
    await user.click(screen.getByRole('button', { name: 'Zurück' }));
    await expectOn(BIRKE);
  });
});
