import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { openUpdate } from '../price-updates/open-update.tsx';
import { anMdp } from '../price-updates/update.ts';
import { judged } from '../support/rows.ts';
import { localSafe } from '../../src/lib/safe-storage.ts';
import { user } from '../support/user.ts';

beforeEach(() => localStorage.clear());
afterEach(() => sessionStorage.clear());

const open = () => openUpdate(() => anMdp([{ name: 'Arnika', calculatedPrice: 990 }]));
const bar = () => screen.findByRole('group', { name: 'Prüfhilfe' });
const note = () => screen.findByRole('group', { name: 'Tipp' });
const close = () => user.click(screen.getByRole('button', { name: 'Verstanden' }));

test('a hint is closed for good by a click, and the next one waits for another time (rule 14.38)', async () => {
  const first = await open();
  expect((await note()).textContent).toMatch(/^Sie müssen nicht jede Zeile lesen/);
  await close();
  expect(screen.queryByRole('group', { name: 'Tipp' })).toBeNull();
  expect(localSafe.get('showHintWay')).toBe('false');
  first.unmount();

  const second = await open();
  expect((await note()).textContent).toMatch(/^Das Uhrsymbol einer Zeile/);
  await close();
  second.unmount();

  await open();
  await bar();
  expect(screen.queryByRole('group', { name: 'Tipp' })).toBeNull();
});

test('a hint comes after the controls of its bar', async () => {
  await open();
  await judged();
  const [last] = within(await bar())
    .getAllByRole('button')
    .toReversed();
  const way = await note();
  expect((last as HTMLElement).compareDocumentPosition(way)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect((await bar()).contains(way)).toBe(false);
  await close();
});
