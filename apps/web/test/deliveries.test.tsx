import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ListedDelivery } from '@portal/contracts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { press, pressInDialog, user } from './support/user.ts';

const STAFF = { roles: ['solvena_sales'] };
const AT = '2026-11-22T05:00:00.000Z';
const SENTENCE = 'Alle 24 geänderten Preise sind 16,0 % niedriger als heute.';

function aDelivery(overrides: Partial<ListedDelivery> = {}): ListedDelivery {
  return {
    id: 12,
    kind: 'MDP',
    productGroup: 'OTC',
    pharmacy: { apoId: 200_101, crmCompanyId: 100_101, name: 'Löwen-Apotheke' },
    token: 'tokenA',
    fileName: 'MDP_OTC_200101_Löwen-Apotheke_22_11_2026.csv',
    arrivedAt: AT,
    state: 'open',
    stateText: 'wartet auf eine Entscheidung',
    reason: null,
    updateId: null,
    certificate: {
      colour: 'red',
      checks: [
        {
          check: 'commonFactor',
          result: 'refused',
          message: SENTENCE,
          examples: [{ name: 'Aspirin', before: 1295, after: 1088 }],
        },
        { check: 'names', result: 'unjudged', message: null },
      ],
    },
    ...overrides,
  };
}
const serving = (...deliveries: ListedDelivery[]) =>
  aServer().on('getDeliveries', () => ({ at: AT, deliveries, open: deliveries.length, held: [] }));
const open = (server: ReturnType<typeof serving>) => openPortal('/admin/deliveries', { ...STAFF, server });

// Rule 20.12.
describe('refused deliveries', () => {
  test('are shown with what speaks against them, every check, and what became of them', async () => {
    const taken = {
      id: 11,
      state: 'taken',
      stateText: 'eingespielt am 21.11.2026 von Ina Eilig',
      reason: 'gewollt',
      updateId: 77,
    } as const;
    await open(serving(aDelivery(), aDelivery(taken)));
    const [, first, second] = within(await screen.findByRole('table', { name: 'Abgelehnte Lieferungen' })).getAllByRole(
      'row',
    );
    within(first as HTMLElement).getByText(SENTENCE);
    within(first as HTMLElement).getByText('Aspirin: heute 12,95 € → neu 10,88 €');
    within(first as HTMLElement).getByText('MDP OTC · 22.11.2026 06:00');
    within(first as HTMLElement).getByText('Namen der Artikel: nicht beurteilt');
    within(second as HTMLElement).getByText('Grund: gewollt');
    expect(
      within(second as HTMLElement)
        .getByRole('link', { name: 'MDP 77' })
        .getAttribute('href'),
    ).toBe('/p/100101/tokenA/mdp/77/OTC');
    expect(within(second as HTMLElement).queryByRole('button', { name: /einspielen|ablehnen/ })).toBeNull();
  });

  test.each([
    ['MDP OTC für Löwen-Apotheke einspielen', 'Trotzdem einspielen', 'takeInDelivery', { status: 'OK', updateId: 78 }],
    ['MDP OTC für Löwen-Apotheke ablehnen', 'Ablehnen', 'refuseDelivery', { status: 'OK' }],
  ] as const)('%s: with a reason', async (button, confirm, call, answer) => {
    const server = serving(aDelivery()).on(call, () => answer);
    await open(server);
    await screen.findByText(SENTENCE);
    await press(button);
    await pressInDialog(confirm);
    expect(server.callsOf(call)).toEqual([]);
    screen.getByText('Bitte geben Sie einen Grund an, mindestens 3 Zeichen.');
    await user.type(screen.getByRole('textbox', { name: /Grund/ }), 'so gewollt');
    await pressInDialog(confirm);
    expect(server.callsOf(call)).toMatchObject([{ params: { deliveryId: '12' }, body: { reason: 'so gewollt' } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('are downloaded as they came', async () => {
    const server = serving(aDelivery()).on('getDeliveryFile', () => 'PZN;TruePrice neu');
    await open(server);
    await screen.findByText(SENTENCE);
    const { fileName } = aDelivery();
    URL.createObjectURL = () => 'blob:file';
    URL.revokeObjectURL = () => undefined;
    const saved: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await press(`${fileName} herunterladen`);
    await waitFor(() => expect(saved).toEqual([fileName]));
    click.mockRestore();
    server.on('getDeliveryFile', () => new Refused(404, 'not_found', 'Nicht da.'));
    await press(`${fileName} herunterladen`);
    await screen.findByText('Nicht da.');
  });

  test('that somebody else has decided about say so', async () => {
    const message = 'Über die Lieferung ist schon entschieden: abgelehnt am 22.11.2026 von Ina Eilig.';
    await open(serving(aDelivery()).on('refuseDelivery', () => new Refused(409, 'wrong_state', message)));
    await screen.findByText(SENTENCE);
    await press('MDP OTC für Löwen-Apotheke ablehnen');
    await user.type(screen.getByRole('textbox', { name: /Grund/ }), 'so gewollt');
    await pressInDialog('Ablehnen');
    await screen.findByText(message);
  });

  test('are none as a rule', async () => {
    await open(serving());
    await screen.findByText('Keine Lieferung wurde abgelehnt.');
  });
});

// Rule 20.22.
describe('what a doubted delivery says of articles', () => {
  const held = {
    updateId: 77,
    kind: 'MDP',
    productGroup: 'OTC',
    pharmacy: { apoId: 200_101, crmCompanyId: 100_101, name: 'Löwen-Apotheke' },
    token: 'tokenA',
    arrivedAt: AT,
    sentences: ['Bei 40 von 40 Artikeln ist der Name ein anderer als bisher.'],
    count: 40,
    changes: [{ pzn: '00208568', before: ['Salbe', '20 ml'], after: ['Tropfen', '1 kg'] }],
  };

  test.each([
    ['Neue Angaben aus MDP OTC für Löwen-Apotheke übernehmen', true],
    ['Bisherige Angaben behalten, MDP OTC für Löwen-Apotheke', false],
  ])('is shown beside what is known; %s', async (button, takesNew) => {
    const server = aServer()
      .on('getDeliveries', () => ({ at: AT, deliveries: [], open: 0, held: [held] }) as never)
      .on('decideHeldProducts', () => ({ status: 'OK' }));
    await openPortal('/admin/deliveries', { ...STAFF, server });
    await screen.findByText('Bei 40 von 40 Artikeln ist der Name ein anderer als bisher.');
    screen.getByText('Salbe, 20 ml');
    screen.getByText('Tropfen, 1 kg');
    screen.getByText('und 39 weitere');
    await press(button);
    await waitFor(() => expect(server.callsOf('decideHeldProducts')).toMatchObject([{ body: { takesNew } }]));
  });
});
