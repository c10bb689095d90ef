import type { LzdColumnsAnswer, MdpColumnsAnswer, QdpColumnsAnswer } from '@portal/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aServer, openPortal } from '../support/portal.tsx';
import type { TestServer } from '../support/server.ts';

// jsdom lays nothing out; twenty rows fit into the grid.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 720 });

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
  await screen.findByRole('grid');
  return view;
}

/** PZNs of the rows shown, in order. */
export function shownPzns(): string[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('[data-column="pzn"]')?.textContent ?? '');
}

export function rowOf(pzn: string) {
  const row = screen.getAllByRole('row').find((each) => within(each).queryByText(pzn));
  if (!row) throw new Error(`no row of ${pzn}`);
  return row;
}

/** Text of a cell. */
export const cell = (pzn: string, column: string) =>
  rowOf(pzn).querySelector(`[data-column="${column}"]`)?.textContent ?? undefined;

export const headings = () => screen.getAllByRole('columnheader').map((each) => each.dataset.column);
export const priceInput = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Preiskorrektur für PZN ${pzn}`);
export const permanentBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Dauerpreis für PZN ${pzn}`);
export const exclusionBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Ausschluss für PZN ${pzn}`);

/** Types into an input and leaves it. */
export function enter(input: HTMLInputElement, value: string): void {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

/** Presses a button of the open dialog. */
export async function answer(name: string): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'));
  const buttons = dialog.getAllByRole('button', { name });
  fireEvent.click(buttons.at(-1) as HTMLElement);
}

export const buttons = () =>
  within(screen.getByRole('toolbar'))
    .getAllByRole('button')
    .map((each) => each.textContent);

export const arrivesAt = (view: { path: () => string }, path: string) =>
  waitFor(() => {
    if (view.path() !== path) throw new Error(`still at ${view.path()}`);
  });
