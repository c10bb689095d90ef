import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ListArrivals } from '@portal/contracts';
import { shownPzns } from '../support/rows.ts';
import { user } from '../support/user.ts';
import { aPriceList } from './list.ts';
import { openList } from './open-list.tsx';

beforeEach(() => localStorage.clear());

const ROWS = [{ name: 'Arnika' }, { name: 'Birke' }, { name: 'Chili' }];
const KNOWN: ListArrivals = {
  waiting: { pzns: ['00000002'], since: ['2026-03-01'] },
  differing: ['00000001', '00000003'],
  outdated: null,
};
const open = async (arrivals: ListArrivals = KNOWN) => {
  const asked: string[] = [];
  await openList(
    () => aPriceList(ROWS),
    (server) =>
      server.on('getListArrivals', () => {
        asked.push('arrivals');
        return arrivals;
      }),
  );
  return asked;
};
const choose = (name: string) => user.selectOptions(screen.getByRole('combobox', { name: 'Filter' }), name);

// Rule 22.3.
describe('what has not arrived outside the portal', () => {
  test('is asked for once a filter needs it, and filters the list', async () => {
    const asked = await open();
    expect(asked).toEqual([]);
    await choose('Noch nicht in der Kasse');
    await waitFor(() => expect(shownPzns()).toEqual(['00000002']));
    await choose('In der Kasse anders');
    expect(shownPzns()).toEqual(['00000001', '00000003']);
    expect(asked).toEqual(['arrivals']);
  });

  test('says where nobody has told anything', async () => {
    await open();
    await choose('Etikett veraltet');
    await screen.findByText(/Es ist noch kein Etikett gedruckt/);
    expect(shownPzns()).toEqual([]);
  });
});
