import { afterEach, describe, expect, test } from '@jest/globals';
import type { StandingRule } from '@portal/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aPriceList } from '../price-lists/list.ts';
import { openList } from '../price-lists/open-list.tsx';
import { openUpdate, priceInput } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { aServer, openPortal } from '../support/portal.tsx';
import { judged } from '../support/rows.ts';
import type { TestServer } from '../support/server.ts';
import { press, type, user } from '../support/user.ts';

afterEach(() => sessionStorage.clear());

const RULE = {
  from: 'price' as const,
  percent: 3,
  amount: 0,
  endings: [95],
  way: 'nearest' as const,
  floorPercent: null,
  upToAvp: false,
};
const aRule = (more: Partial<StandingRule> = {}): StandingRule => ({
  id: 1,
  name: 'Bestseller ,95',
  productGroups: ['OTC'],
  rule: RULE,
  conditions: [],
  endsOn: null,
  withoutReview: false,
  startedAt: '2026-11-01T09:00:00.000Z',
  startedBy: 'Anna Berger',
  over: false,
  updates: 0,
  asks: false,
  drafts: 0,
  ...more,
});
const REPLAYED = {
  id: 41,
  kind: 'MDP' as const,
  productGroup: 'OTC' as const,
  arrivedAt: '2026-11-01T09:00:00.000Z',
  rows: 1500,
  changes: 412,
  cents: 31_800,
  unknown: 0,
  atFloor: 7,
  left: 'nicht gesetzt: 1 ohne AEP (A)',
};
const spaces = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

describe('a rule that stays (rule 18.1)', () => {
  const openStart = async (prepare: (server: TestServer) => TestServer) => {
    const rows = [
      { name: 'A', calculatedPrice: 1000, avp: 1200, aep: 500, units: 10, producer: 'Bayer' },
      { name: 'B', calculatedPrice: 2000, avp: 2050, aep: 900, units: 2 },
    ];
    const view = await openList(() => aPriceList(rows), prepare);
    await press('Bearbeiten');
    await judged();
    await press('Preise nach einer Regel setzen');
    const dialog = within(await screen.findByRole('dialog', { name: 'Preise nach einer Regel setzen' }));
    await type(dialog.getByLabelText('plus Prozent'), '3');
    await user.click(dialog.getByRole('checkbox', { name: ',95' }));
    await user.click(dialog.getByRole('button', { name: 'Als dauerhafte Regel …' }));
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Dauerhafte Regel' })) };
  };

  test('is looked at on former updates and started with what the list shows (rules 18.4 and 18.11)', async () => {
    const { dialog, server } = await openStart((asked) =>
      asked
        .on('replayStandingRule', () => ({
          updates: [REPLAYED, { ...REPLAYED, id: 40, changes: 0, cents: 0, unknown: 268, atFloor: 0, left: null }],
        }))
        .on('startStandingRule', () => ({ status: 'OK', rules: [aRule()] })),
    );
    expect(spaces((await dialog.findByText(/^Bei den letzten 2 Updates/)).textContent)).toBe(
      'Bei den letzten 2 Updates hätte sie 412 Preise anders gesetzt, Rohertrag +318 € bei gleichem Absatz, 7 an der Untergrenze; bei 268 fehlt der Absatz.',
    );
    dialog.getByText(/nicht gesetzt: 1 ohne AEP \(A\)/);
    const start = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Regel starten' });
    const why = dialog.getByText('Bitte geben Sie der Regel einen Namen.');
    expect([start().disabled, start().getAttribute('aria-describedby')]).toEqual([true, why.id]);
    await user.type(dialog.getByLabelText('Name der Regel'), ' Bestseller ,95 ');
    await user.click(dialog.getByRole('checkbox', { name: 'Freiwahl' }));
    await user.click(dialog.getByRole('checkbox', { name: /^Auch bei sofortiger Freigabe/ }));
    await user.click(start());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Dauerhafte Regel' })).toBeNull());
    expect(server.callsOf('startStandingRule').map(({ body }) => body)).toEqual([
      {
        name: 'Bestseller ,95',
        productGroups: ['OTC', 'FREIWAHL'],
        rule: RULE,
        conditions: [],
        endsOn: null,
        withoutReview: true,
      },
    ]);
    expect(server.callsOf('replayStandingRule').at(-1)?.body).toEqual({
      productGroups: ['OTC', 'FREIWAHL'],
      rule: RULE,
      conditions: [],
    });
  });

  test('says so where there are no updates, goes back to the rule as it was, and takes the name it gets there', async () => {
    const { dialog } = await openStart((asked) => asked.on('replayStandingRule', () => ({ updates: [] })));
    await dialog.findByText('Es gibt noch kein Update, an dem sich die Regel ausprobieren lässt.');
    await user.click(dialog.getByRole('button', { name: 'Zurück' }));
    const former = within(await screen.findByRole('dialog', { name: 'Preise nach einer Regel setzen' }));
    expect(former.getByLabelText<HTMLInputElement>('plus Prozent').value).toBe('3');
    await user.type(former.getByLabelText('Regel speichern als'), 'Herbst');
    await user.click(former.getByRole('button', { name: 'Als dauerhafte Regel …' }));
    const named = within(await screen.findByRole('dialog', { name: 'Dauerhafte Regel' }));
    expect(named.getByLabelText<HTMLInputElement>('Name der Regel').value).toBe('Herbst');
  });
});

describe('drafts of rules on an update (rule 18.9)', () => {
  const drafted = { draftOwnPrice: 995, draftPermanent: false, draftExclusion: false };
  const rules = [
    { id: 1, name: 'Bestseller ,95', asks: true },
    { id: 2, name: 'Andere', asks: false },
  ];
  const open = () =>
    openUpdate(() =>
      anMdp([{ ...drafted, draftRule: 1 }, { ...drafted, draftRule: 1 }, { ...drafted, draftRule: 2 }, drafted, {}], {
        standingRules: rules,
      }),
    );
  const values = () => ['1', '2', '3', '4', '5'].map((n) => priceInput(n.padStart(8, '0')).value);

  test('are counted by rule, dropped in one step, and come back with it', async () => {
    await open();
    await press('Regeln: 3 Entwürfe');
    await screen.findByText('Regel »Bestseller ,95«: 2 Entwürfe');
    screen.getByText('Regel »Andere«: ein Entwurf');
    expect(screen.getByRole('link', { name: 'Soll sie bleiben?' }).getAttribute('href')).toBe(
      '/p/100101/tokenA/settings',
    );
    await press('Entwürfe der Regel »Bestseller ,95« verwerfen');
    expect(values()).toEqual(['', '', '9,95', '9,95', '']);
    await screen.findByText('2 Entwürfe einer Regel verworfen');
    screen.getByRole('button', { name: 'Regeln: 1 Entwurf' });
    await press('Rückgängig');
    expect(values()).toEqual(['9,95', '9,95', '9,95', '9,95', '']);
  });

  test('are shown by a filter of their rule', async () => {
    await open();
    const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter' });
    expect([...filter.options].map(({ text }) => text).filter((text) => text.startsWith('Regel'))).toEqual([
      'Regel »Bestseller ,95«',
      'Regel »Andere«',
    ]);
    await press('Regeln: 3 Entwürfe');
    await user.click(await screen.findByRole('button', { name: 'Entwürfe der Regel »Andere« zeigen' }));
    await waitFor(() => expect(screen.getAllByRole('textbox', { name: /^Preiskorrektur/ })).toHaveLength(1));
    expect(priceInput('00000003').value).toBe('9,95');
  });

  test("are no longer the rule's once a person changes them", async () => {
    await open();
    await type(priceInput('00000001'), '9,49');
    await user.tab();
    await screen.findByRole('button', { name: 'Regeln: 2 Entwürfe' });
  });
});

describe('the settings show the rules that run (rules 18.4, 18.10 and 18.12)', () => {
  const openSettings = async (rules: StandingRule[], server = aServer()) => {
    await openPortal('/p/100101/tokenA/settings', {
      roles: ['TP_admin_100101'],
      server: server.on('getStandingRules', () => ({ rules })),
    });
    return within(await screen.findByRole('region', { name: 'Dauerhafte Regeln' }));
  };
  const OK = () => ({ status: 'OK' as const, rules: [] });

  test('in their order, with what they do, since when and for how long', async () => {
    const section = await openSettings([
      aRule({
        endsOn: '2026-12-31',
        withoutReview: true,
        drafts: 212,
        conditions: [{ key: 'units', is: 'atLeast', than: 5, to: null }],
      }),
      aRule({ id: 2, name: 'Alte', endsOn: '2026-11-10', over: true, productGroups: ['OTC', 'FREIWAHL'] }),
    ]);
    await section.findByText('Bestseller ,95');
    expect(section.getAllByRole('listitem').map((each) => spaces(each.textContent))).toEqual([
      'Bestseller ,95Preis +3,0 %, Endung ,95 · Für Artikel mit Absatz ≥ 5OTC · bis 31.12.2026 · Auch bei sofortiger Freigabe · gestartet am 01.11.2026 von Anna Berger · seitdem kein Update · 212 Entwürfe in offenen UpdatesBeenden …',
      'AltePreis +3,0 %, Endung ,95 · Für alle Artikel der UpdatesOTC, Freiwahl · seit 10.11.2026 abgelaufen · gestartet am 01.11.2026 von Anna Berger · seitdem kein UpdateBeenden …',
    ]);
  });

  test('and change their order, go on when asked, and end with or without their drafts', async () => {
    const server = aServer().on('orderStandingRules', OK).on('confirmStandingRule', OK).on('endStandingRule', OK);
    const section = await openSettings(
      [aRule({ asks: true, updates: 6, drafts: 212 }), aRule({ id: 2, name: 'B' })],
      server,
    );
    await user.click(await section.findByRole('button', { name: '»B« nach oben' }));
    await waitFor(() => expect(server.callsOf('orderStandingRules')[0]?.body).toEqual({ ids: [2, 1] }));
    section.getByText('Läuft seit 6 Updates. Soll sie bleiben?');
    await user.click(section.getByRole('button', { name: 'Ja, weiter' }));
    await waitFor(() => expect(server.callsOf('confirmStandingRule')[0]?.body).toEqual({ id: 1 }));
    await user.click(section.getByRole('button', { name: 'Regel »Bestseller ,95« beenden' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Die 212 Entwürfe bleiben/ }).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: 'Die 212 Entwürfe werden verworfen' }));
    await user.click(dialog.getByRole('button', { name: 'Regel beenden' }));
    await waitFor(() => expect(server.callsOf('endStandingRule')[0]?.body).toEqual({ id: 1, dropDrafts: true }));
  });
});
