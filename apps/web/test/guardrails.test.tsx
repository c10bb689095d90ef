import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Settings } from '@portal/contracts';
import { type Guardrails, NO_GUARDRAILS } from '@portal/rules';
import { aPharmacy, someSettings } from './support/data.ts';
import { aPriceList } from './price-lists/list.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { type, user } from './support/user.ts';

const SOME: Guardrails = { ...NO_GUARDRAILS, minMarginPercent: 15, maxChangePercent: 30, maxAboveAvpPercent: 0 };

/** Opens the settings of a pharmacy with the group OTC; what is saved is stored. */
async function openSettings(guardrails: Guardrails, overrides: Partial<Settings> = {}) {
  let stored = guardrails;
  const server = aServer()
    .on('getSettings', () => ({ ...someSettings(stored), ...overrides }))
    .on('setGuardrails', ({ body }) => {
      stored = body as Guardrails;
      return { status: 'OK' };
    });
  await openPortal('/p/100101/tokenA/settings', { roles: ['TP_admin_100101'], server });
  return server;
}
const opener = (text: string) =>
  screen.findByRole('button', {
    name: text === 'keine gesetzt' ? 'Leitplanken setzen: OTC' : `Leitplanken (${text}): OTC`,
  });
const input = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const save = () => screen.getByRole('button', { name: 'Speichern' });

describe('guardrails on the settings page (rule 12.6)', () => {
  test('are behind a button that says how many are set', async () => {
    await openSettings(SOME);
    const button = await opener('3 gesetzt');
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const form = within(screen.getByRole('form', { name: 'Leitplanken OTC' }));
    expect(form.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual([
      '15',
      '30',
      '0',
      '',
      '',
      '',
    ]);
    expect(save().matches(':disabled')).toBe(true);
  });

  test('all limits of a group and the wait are saved at once; an empty input is no limit', async () => {
    const server = await openSettings(SOME);
    await user.click(await opener('3 gesetzt'));
    await type(input('Nettopreis mindestens über dem AEP'), '5');
    await user.clear(input('Preisänderung höchstens'));
    await user.click(screen.getByRole('checkbox', { name: /wird es nicht automatisch freigegeben/ }));
    await user.click(save());
    await screen.findByText('Die Leitplanken wurden gespeichert.');
    expect(server.callsOf('setGuardrails').map(({ body }) => body)).toEqual([
      {
        minMarginPercent: 15,
        maxChangePercent: null,
        maxAboveAvpPercent: 0,
        minAboveAepPercent: 5,
        maxAboveUmfeldPercent: null,
        maxBelowUmfeldPercent: null,
        holdOnBreach: true,
      },
    ]);
    await waitFor(() => expect(save().matches(':disabled')).toBe(true));
    expect(input('Nettopreis mindestens über dem AEP').value).toBe('5');
  });

  test.each([
    ['Spanne mindestens', '100', 99],
    ['Preisänderung höchstens', '1001', 1000],
    ['Preisänderung höchstens', '2,5', 1000],
    ['Höchstens unter dem Umfeld-Minimum', '-1', 99],
  ])('%s: %s is refused at its input', async (label, text, most) => {
    await openSettings(NO_GUARDRAILS);
    await user.click(await opener('keine gesetzt'));
    await type(input(label), text);
    screen.getByText(`Bitte eine ganze Zahl von 0 bis ${most} eingeben oder leer lassen.`);
    expect(save().matches(':disabled')).toBe(true);
    await user.clear(input(label));
    await type(input(label), String(most));
    expect(save().matches(':disabled')).toBe(false);
  });

  test('a refusal is said, and what was typed stays', async () => {
    const server = await openSettings(NO_GUARDRAILS);
    server.on('setGuardrails', () => new Refused(409, 'wrong_state', 'Geht nicht.'));
    await user.click(await opener('keine gesetzt'));
    await type(input('Preisänderung höchstens'), '20');
    await user.click(save());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Die Leitplanken konnten nicht gespeichert werden. Geht nicht.');
    expect(input('Preisänderung höchstens').value).toBe('20');
  });

  test('an example stands at each, and how many prices are outside it is counted when asked for', async () => {
    const server = await openSettings({ ...SOME, minMarginPercent: null });
    const calculatedPrices = [1000, 1100, 1200];
    server.on('getPriceList', () =>
      aPriceList(calculatedPrices.map((calculatedPrice) => ({ calculatedPrice, avp: 1100 }))),
    );
    await user.click(await opener('2 gesetzt'));
    screen.getByText('10 %: Bei AVP 10,00 € höchstens 11,00 €');
    expect(server.callsOf('getPriceList')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Wirkung zeigen' }));
    await screen.findByText('heute 1 Preis betroffen');
    screen.getByText('wirkt, wenn sich ein Preis ändert');
    await type(input('Höchstens über dem AVP'), '10');
    await screen.findByText('heute kein Preis betroffen');
  });

  test('mirrors read them only', async () => {
    await openSettings(SOME, { parentPharmacy: aPharmacy({ apoId: 9 }) });
    await user.click(await opener('3 gesetzt'));
    expect(input('Preisänderung höchstens').readOnly).toBe(true);
    expect(screen.getByRole('checkbox').matches(':disabled')).toBe(true);
    expect(screen.queryByRole('button', { name: 'Speichern' })).toBeNull();
  });
});
