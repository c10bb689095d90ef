import type { LzdColumnsAnswer, MdpColumnsAnswer, QdpColumnsAnswer } from '@portal/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aServer, openPortal } from '../support/portal.tsx';
import type { TestServer } from '../support/server.ts';
import { findGrid } from '../support/rows.ts';

type Answer = MdpColumnsAnswer | QdpColumnsAnswer | LzdColumnsAnswer;
const CALLS = { MDP: 'getMdp', QDP: 'getQdp', LZD: 'getLzd' } as const;
export const HOME = '/p/100101/tokenA';
const OWNER = ['TP_admin_100101'];
export const STAFF = ['solvena_sales'];

export const addressOf = (kind: keyof typeof CALLS) => `${HOME}/${kind.toLowerCase()}/4711/OTC`;

/** Opens a package; `update` is asked at every load. */
export async function openUpdate(
  update: () => Answer,
  { roles = OWNER, prepare = (server: TestServer) => server } = {},
) {
  const { kind } = update();
  const server = prepare(aServer().on(CALLS[kind], update));
  const view = await openPortal(addressOf(kind), { roles, server });
  await findGrid();
  return view;
}

export const priceInput = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Preiskorrektur für PZN ${pzn}`);
export const permanentBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Dauerpreis für PZN ${pzn}`);
export const exclusionBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Ausschluss für PZN ${pzn}`);

export const buttons = () =>
  within(screen.getByRole('toolbar'))
    .getAllByRole('button')
    .map((each) => each.textContent)
    .filter((text) => !/Excel|Exportieren/.test(text));

export const arrivesAt = (view: { path: () => string }, path: string) =>
  waitFor(() => {
    if (view.path() !== path) throw new Error(`still at ${view.path()}`);
  });
