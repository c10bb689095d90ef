import type { PriceListColumnsAnswer } from '@portal/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aServer, openPortal } from '../support/portal.tsx';
import type { TestServer } from '../support/server.ts';

// jsdom lays nothing out; twenty rows fit into the grid.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 720 });

export const ADDRESS = '/p/100101/tokenA/pricelist/OTC';

/** Opens the OTC list of the owner. `list` is asked at every load. */
export async function openList(
  list: () => PriceListColumnsAnswer,
  prepare: (server: TestServer) => TestServer = (server) => server,
) {
  const server = prepare(aServer().on('getPriceList', list));
  const view = await openPortal(ADDRESS, { roles: ['TP_admin_100101'], server });
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

export const priceInput = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Neuer Preis für PZN ${pzn}`);
export const permanentBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Dauerpreis für PZN ${pzn}`);
export const exclusionBox = (pzn: string) => screen.getByLabelText<HTMLInputElement>(`Ausschluss für PZN ${pzn}`);

export function type(input: HTMLInputElement, value: string): void {
  fireEvent.change(input, { target: { value } });
}

export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

/** Waits until a dialog with this title is gone. */
export const gone = (text: string) => waitFor(() => void (screen.queryByText(text) && fail(text)));

function fail(text: string): never {
  throw new Error(`${text} is still there`);
}
