import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { NO_GUARDRAILS, TILL_PROFILES } from '@portal/rules';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { EndpointName } from '@portal/contracts';
import { aPriceList } from './price-lists/list.ts';
import { openList } from './price-lists/open-list.tsx';
import { someSettings } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { judged } from './support/rows.ts';
import type { TestServer } from './support/server.ts';
import { press, type, user } from './support/user.ts';

afterEach(() => {
  jest.useRealTimers();
  sessionStorage.clear();
});

const SETTINGS = '/p/100101/tokenA/settings';
const OWNER = { roles: ['TP_admin_100101'] };
const OK = { status: 'OK' as const };

/** Presses a button twice within the guard's time; the write is answered between both presses, what it changed is read anew after them only. */
async function pressTwice(server: TestServer, button: HTMLElement, read: EndpointName): Promise<void> {
  await waitFor(() => expect(button.closest('[data-guarded]')).toBeNull());
  server.on(read, () => new Promise(() => undefined));
  jest.useFakeTimers();
  fireEvent.click(button);
  await act(() => jest.advanceTimersByTimeAsync(450));
  fireEvent.click(button);
  await act(() => jest.advanceTimersByTimeAsync(100));
}

describe('a double click writes once, however quick the answer is (rule 2.32)', () => {
  test('guardrails', async () => {
    const server = aServer()
      .on('getSettings', () => someSettings(NO_GUARDRAILS))
      .on('setGuardrails', () => OK);
    await openPortal(SETTINGS, { ...OWNER, server });
    await user.click(await screen.findByRole('button', { name: 'Leitplanken setzen: OTC' }));
    await type(screen.getByRole<HTMLInputElement>('textbox', { name: 'Preisänderung höchstens' }), '20');
    await pressTwice(server, screen.getByRole('button', { name: 'Speichern' }), 'getSettings');
    expect(server.callsOf('setGuardrails')).toHaveLength(1);
  });

  test('the profile of a till', async () => {
    const server = aServer()
      .on('getTillSettings', () => ({ name: 'csv', profile: TILL_PROFILES.csv, rows: [], nameCharacters: '' }))
      .on('setTillProfile', () => OK);
    await openPortal(SETTINGS, { ...OWNER, server });
    await user.click(await screen.findByRole('button', { name: 'Aufbau der Preisdatei' }));
    await user.click(await screen.findByRole('button', { name: 'Für Ihre Kassenfirma' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'PZN' }), 'ohne führende Nullen');
    await pressTwice(server, screen.getByRole('button', { name: 'Aufbau speichern' }), 'getTillSettings');
    expect(server.callsOf('setTillProfile')).toHaveLength(1);
  });

  test('an order of mails', async () => {
    const server = aServer()
      .on('getNoticeAddresses', () => ({ mayAdd: true, offered: 'ina@portal.example', own: null, proposed: [] }))
      .on('addNoticeAddress', () => OK);
    await openPortal(SETTINGS, { ...OWNER, server });
    await pressTwice(server, await screen.findByRole('button', { name: 'E-Mails erhalten' }), 'getNoticeAddresses');
    expect(server.callsOf('addNoticeAddress')).toHaveLength(1);
  });

  test('a message that is delivered again', async () => {
    const [at, name] = ['2026-11-16T09:00:00.000Z', 'Log-Export an ina@portal.example'];
    const server = aServer()
      .on('getAdminOverview', () => ({
        at,
        packages: [],
        packageTotal: 0,
        jobs: [],
        openDeliveries: 0,
        messages: [
          {
            id: 1,
            kind: 'logExport',
            status: 'dead',
            createdAt: at,
            attempts: 20,
            nextAttemptAt: null,
            lastError: 'Der Mailserver ist nicht erreichbar.',
            to: 'ina@portal.example',
            task: null,
            pharmacy: null,
          },
        ],
        messageTotal: 1,
      }))
      .on('redeliverMessage', () => OK);
    await openPortal('/admin?view=overview', { roles: ['solvena_sales'], server });
    const button = await screen.findByRole('button', { name: `Erneut zustellen: ${name}` });
    await pressTwice(server, button, 'getAdminOverview');
    expect(server.callsOf('redeliverMessage')).toHaveLength(1);
  });

  test('a deleted rule', async () => {
    const rule = {
      from: 'price' as const,
      percent: 5,
      amount: 0,
      endings: [],
      way: 'nearest' as const,
      floorPercent: null,
      upToAvp: false,
    };
    const rules = [{ name: 'Herbst', userName: 'Anna', mine: true, shared: false, by: null, rule }];
    const { server } = await openList(
      () => aPriceList([{ calculatedPrice: 1000 }]),
      (asked) => asked.on('getBulkRules', () => ({ rules })).on('setBulkRule', () => ({ rules: [] })),
    );
    await press('Bearbeiten');
    await judged();
    await press('Preise nach einer Regel setzen');
    const dialog = within(await screen.findByRole('dialog', { name: 'Preise nach einer Regel setzen' }));
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Gespeicherte Regeln' }), 'Herbst');
    await pressTwice(server, dialog.getByRole('button', { name: 'Regel Herbst löschen' }), 'getBulkRules');
    expect(server.callsOf('setBulkRule')).toHaveLength(1);
  });
});
