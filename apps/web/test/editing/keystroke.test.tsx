import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import type { Kind, KindTypes } from '../../src/editing/kind/kind.ts';
import { LZD } from '../../src/editing/kinds/lzd.ts';
import { MDP } from '../../src/editing/kinds/mdp.ts';
import { PRICE_LIST } from '../../src/editing/kinds/price-list.ts';
import { QDP } from '../../src/editing/kinds/qdp.ts';
import { aPriceList } from '../price-lists/list.ts';
import { openList } from '../price-lists/open-list.tsx';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anLzd, anMdp, aQdp } from '../price-updates/update.ts';
import { aContext } from '../support/data.ts';
import { focusRow, judged } from '../support/rows.ts';
import { press, user } from '../support/user.ts';

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

/** Notes each time a row is drawn, by its place in the list: every row has a PZN, whose cell is drawn with it. */
function noteDraws<T extends KindTypes>(kind: Kind<T>): { take: () => number[] } {
  let drawn: number[] = [];
  const { columns } = kind;
  jest.spyOn(kind, 'columns').mockImplementation((options) =>
    columns(options).map((column) => ({
      ...column,
      cell: (row, data) => {
        if (column.id === 'pzn') drawn.push(row);
        return column.cell(row, data);
      },
    })),
  );
  const take = () => {
    const taken = drawn;
    drawn = [];
    return taken;
  };
  return { take };
}

/** Counts how often the PZN of a row is read: all code that looks at a row and its edit reads it. */
function countReads<T extends KindTypes>(kind: Kind<T>): { take: () => number } {
  let reads = 0;
  const { withAdded } = kind.rules;
  jest.spyOn(kind.rules, 'withAdded').mockImplementation((...args) => {
    const model = withAdded(...args);
    const pzn = new Proxy(model.columns.pzn, {
      get(all, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        return Reflect.get(all, name) as unknown;
      },
    });
    return { ...model, columns: { ...model.columns, pzn } };
  });
  const take = () => {
    const taken = reads;
    reads = 0;
    return taken;
  };
  return { take };
}

/** Notes the texts that are asked for: whatever part of the screen is drawn asks for its own. */
function noteTexts(): { take: () => string[] } {
  const spy = jest.spyOn(i18next, 't');
  const take = () => {
    const texts = spy.mock.calls.map(([key]) => String(key));
    spy.mockClear();
    return texts;
  };
  return { take };
}

const articles = (count: number) => Array.from({ length: count }, () => ({}));
const KINDS = [
  [
    'the price list',
    PRICE_LIST,
    'Neuer Preis',
    async (rows: number) => {
      await openList(() => aPriceList(articles(rows)));
      await press('Bearbeiten');
    },
  ],
  ['an MDP', MDP, 'Preiskorrektur', (rows: number) => openUpdate(() => anMdp(articles(rows)))],
  ['a QDP', QDP, 'Preiskorrektur', (rows: number) => openUpdate(() => aQdp(articles(rows)))],
  ['an LZD', LZD, 'Preiskorrektur', (rows: number) => openUpdate(() => anLzd(articles(rows)))],
] as const;

describe.each(KINDS)('typing into %s', (_name, kind, label, open) => {
  test('draws one row again with each keystroke, the others not at all', async () => {
    const draws = noteDraws(kind as Kind<KindTypes>);
    await open(12);
    expect(new Set(draws.take()).size).toBe(12);
    const input = screen.getByLabelText(`${label} für PZN 00000004`);
    await user.click(input);
    draws.take();
    await user.keyboard('7');
    expect(draws.take()).toEqual([3]);
    await user.keyboard(',5');
    expect(new Set(draws.take())).toEqual(new Set([3]));
    await user.keyboard('x'); // no price any more
    expect(draws.take()).toEqual([3]);
    await user.keyboard('{Backspace}');
    draws.take();
    await user.click(screen.getByLabelText('Dauerpreis für PZN 00000004'));
    expect(new Set(draws.take())).toEqual(new Set([3]));
  });

  test('draws two rows at most when another cell becomes the active one (rule 3.18)', async () => {
    const draws = noteDraws(kind as Kind<KindTypes>);
    await open(12);
    focusRow('00000003');
    for (const [key, rows] of [
      ['{ArrowDown}', [2, 3]],
      ['{ArrowRight}', [3]],
      ['{Shift>}{ArrowDown}{/Shift}', [3, 4]],
      ['{ArrowUp}', [3, 4]],
      ['{PageDown}', [3, 11]],
    ] as const) {
      draws.take();
      await user.keyboard(key);
      expect(new Set(draws.take())).toEqual(new Set(rows));
    }
  });

  test('looks at few of its rows, also in a long list', async () => {
    const reads = countReads(kind as Kind<KindTypes>);
    await open(600);
    await user.click(screen.getByLabelText(`${label} für PZN 00000004`));
    await user.keyboard('7');
    reads.take();
    await user.keyboard(',5');
    expect(reads.take()).toBeLessThan(300);
    screen.getByLabelText(/^Dauerpreis für 1 angezeigten Artikel mit Preis/);
  });
});

describe('the parts around the rows', () => {
  const AROUND = [
    'search.label', // of the search
    'filter.label', // of the filter bar
    'toolbar.proceed', // of the buttons that go on
    'cancel', // of the button that goes back
    'discard.storeTitle', // of the question before edits are thrown away
    'close', // of the dialogs, the price card among them
    'contract.title', // of the question before the first approval
  ];
  const named = (texts: string[], part: string) => texts.filter((text) => text.split(':').at(-1) === part).length;

  test('are not drawn again by a keystroke, the bar of the review once, with the new review', async () => {
    const texts = noteTexts();
    await openUpdate(() => anMdp(articles(12)), {
      prepare: (server) =>
        server.on('getReviewContext', () =>
          aContext(Array.from({ length: 12 }, () => ({ effectivePrice: 1000, priceType: 0 }))),
        ),
    });
    await judged();
    const first = texts.take();
    expect(named(first, 'close')).toBe(0); // dialogs are made when they are first opened
    await user.click(screen.getByLabelText('Preiskorrektur für PZN 00000004'));
    await user.keyboard('{Alt>}{Enter}{/Alt}');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByLabelText('Preiskorrektur für PZN 00000004'));
    await user.keyboard('7');
    const opened = [...first, ...texts.take()];
    for (const part of AROUND) expect([part, named(opened, part)]).not.toEqual([part, 0]);
    await user.keyboard('5');
    const drawn = texts.take();
    expect(named(drawn, 'toolbar.changes')).toBeGreaterThan(0); // it counts what was changed
    expect(named(drawn, 'switch.toReview')).toBe(1);
    for (const part of AROUND) expect([part, named(drawn, part)]).toEqual([part, 0]);
  });
});
