import type { Shelf } from '@portal/contracts';
import { screen } from '@testing-library/react';
import { aServer, openPortal } from '../support/portal.tsx';
import type { Refused } from '../support/server.ts';

const PATH = '/p/100101/tokenA/regal';
export const [SALVE, DROPS, GONE] = ['15714099', '12368946', '01234562'] as const;

export const aShelf = (overrides: Partial<Shelf> = {}): Shelf => ({
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

export async function openShelf(answer: () => Shelf | Refused = aShelf, roles = ['TP_user_100101']) {
  const server = aServer().on('getShelf', answer);
  const view = await openPortal(PATH, { roles, server });
  await screen.findByRole('heading', { name: 'Regal' });
  return { ...view, server };
}
