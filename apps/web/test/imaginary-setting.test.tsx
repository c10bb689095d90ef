import { expect, jest, test } from '@jest/globals';
import type { SettingDeclaration, SETTINGS } from '@portal/rules';
import { screen, within } from '@testing-library/react';

// Settings that are declared in the catalogue and nowhere else have their form; apps/api/test/db/imaginary-setting.test.ts
// shows the rest.

const CATALOGUE = '../../../packages/rules/src/settings/catalogue.ts';
const actual = (await import(CATALOGUE)) as { SETTINGS: typeof SETTINGS };
const IMAGINED: SettingDeclaration = {
  scope: 'pharmacy',
  call: { id: 'setImagined', path: 'imagined', summary: 'Sets what is imagined' },
  event: 'Erdachtes geändert',
  none: 'keins',
  fields: {
    days: { holds: 'number', initial: 14, min: 1, max: 60, unit: 'Tage', column: 'days', says: (days) => `${days}` },
    step: { holds: 'choice', initial: null, column: 'step', choices: { 2: 'in zweien', 3: 'in dreien' } },
    isLoud: { holds: 'switch', initial: false, column: 'is_loud', says: 'laut' },
  },
};
const OF_GROUP = {
  ...IMAGINED,
  scope: 'group',
  call: { id: 'setImaginedOfGroup', path: 'imaginedofgroup', summary: 'Sets what is imagined of a group' },
};
jest.resetModules();
jest.unstable_mockModule(CATALOGUE, () => ({
  SETTINGS: { ...actual.SETTINGS, imagined: IMAGINED, imaginedOfGroup: OF_GROUP },
}));
const { aServer, openPortal } = await import('./support/portal.tsx');
const { someSettings } = await import('./support/data.ts');
const { type, user } = await import('./support/user.ts');

const STORED = { days: 14, step: null, isLoud: false };

test('each field has a row of its type, is checked by its bounds and saved with the others', async () => {
  const settings = someSettings();
  const flags = settings.flags.map((group) => ({ ...group, imaginedOfGroup: STORED }));
  const server = aServer()
    .on('getSettings', () => ({ ...settings, flags, imagined: STORED }) as typeof settings)
    .on('setImagined' as 'setGuardrails', () => ({ status: 'OK' }));
  await openPortal('/p/100101/tokenA/settings', { roles: ['TP_admin_100101'], server });
  const form = within(await screen.findByRole('form', { name: 'imagined.title' }));
  const days = form.getByRole<HTMLInputElement>('textbox', { name: 'imagined.field.days' });
  expect(days.value).toBe('14');
  const step = form.getByRole<HTMLSelectElement>('combobox', { name: 'imagined.field.step' });
  expect([...step.options].map(({ label }) => label)).toEqual(['Keins', 'In zweien', 'In dreien']);
  const save = form.getByRole('button', { name: 'Speichern' });
  for (const wrong of ['', '0', '61']) {
    await user.clear(days);
    if (wrong) await type(days, wrong);
    form.getByText('Bitte eine ganze Zahl von 1 bis 60 eingeben.');
    expect(save.matches(':disabled')).toBe(true);
  }
  await user.clear(days);
  await type(days, '60');
  await user.selectOptions(step, 'In dreien');
  await user.click(form.getByRole('checkbox', { name: 'imagined.field.isLoud' }));
  await user.click(save);
  await screen.findByText('Die Einstellung wurde gespeichert.');
  expect(server.callsOf('setImagined' as 'setGuardrails').map(({ params, body }) => [params, body])).toEqual([
    [
      { apoId: '5001', token: 'tokenA' },
      { days: 60, step: 3, isLoud: true },
    ],
  ]);
  await user.click(screen.getByRole('button', { name: 'imaginedOfGroup.title (1 gesetzt): OTC' }));
  screen.getByRole('form', { name: 'imaginedOfGroup.title OTC' });
});
