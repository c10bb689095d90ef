import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { PipelineEntry } from '@portal/contracts';
import { anLzdOnItsWay } from './support/data.ts';
import { aServer, openPortal } from './support/portal.tsx';
import { Refused } from './support/server.ts';
import { press, pressInDialog, user } from './support/user.ts';

// Reminders of staff on the pipeline page (rules 15.6 and 15.8).
const NOW = '2026-03-20T09:00:00.000Z';
const anLzd = (id: number, confirmed: number, unconfirmed = 0): PipelineEntry =>
  anLzdOnItsWay(id, {
    released: true,
    releasedAt: '2026-03-15T09:00:00.000Z',
    addresses: { confirmed, unconfirmed },
  });

let entries: PipelineEntry[];
let server = aServer();
beforeEach(async () => {
  entries = [anLzd(1, 1), anLzd(2, 2), anLzd(3, 0), anLzd(4, 0, 1)];
  server = aServer().on('getLzdPipeline', () => ({ at: NOW, entries, total: entries.length }));
  await openPortal('/admin/pipeline', { roles: ['solvena_sales'], server });
  await screen.findByText(/^4 von 4 LZD\./);
});
test.each([
  ['Bitte evil.example/login', /^Den Link setzt TruePrice selbst ein\. Bitte schreiben Sie „evil\.example\/login“/],
  ['a\u202Eb', 'Der Text enthält unsichtbare Zeichen. Bitte geben Sie ihn neu ein.'],
])('%j is named before anything is sent (rule 15.8)', async (text, sentence) => {
  await user.click(screen.getByLabelText('Apotheke 1, OTC auswählen'));
  await press('An eine LZD erinnern');
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByLabelText('Text'));
  await user.type(dialog.getByLabelText('Text'), text);
  dialog.getByText(sentence);
  await pressInDialog('Erinnerung senden');
  expect(server.callsOf('remindOfLzd')).toEqual([]);
});

const rowOf = (n: number) => within(screen.getByRole('row', { name: new RegExp(`Apotheke ${n}, OTC`) }));

test('several are sent in the words of staff, each with its outcome; the row keeps what was sent', async () => {
  server.on('remindOfLzd', ({ params, body }) => {
    if (params.lzdId === '2')
      return new Refused(409, 'conflict', 'An diese Erst- bzw. Neuberechnung wurde heute schon erinnert.');
    const sent = {
      sentAt: NOW,
      userName: 'Tobias Sommer',
      recipients: 1,
      ...(body as { title: string; text: string }),
    };
    entries = entries.map((entry) => (String(entry.id) === params.lzdId ? { ...entry, reminders: [sent] } : entry));
    return { status: 'OK', recipients: 1 };
  });
  await user.click(screen.getByLabelText('Apotheke 1, OTC auswählen'));
  await user.click(screen.getByLabelText('Apotheke 2, OTC auswählen'));
  await press('An 2 LZD erinnern');
  const dialog = within(await screen.findByRole('dialog', { name: 'An 2 LZD erinnern?' }));
  dialog.getByText('Geht an die bestätigten Adressen von: Apotheke 1, Apotheke 2');
  const text = dialog.getByLabelText('Text');
  await user.clear(text);
  await user.type(text, 'Bitte bis Freitag.');
  expect(server.callsOf('remindOfLzd')).toEqual([]);
  await pressInDialog('2 Erinnerungen senden');
  await screen.findByText(/Eine Erinnerung wird verschickt\./);
  screen.getByText('Eine wurde nicht verschickt.');
  expect(server.callsOf('remindOfLzd').map(({ params, body }) => [params.lzdId, body])).toEqual(
    ['1', '2'].map((id) => [id, { title: 'Ihre neuen Preise warten auf Sie', text: 'Bitte bis Freitag.' }]),
  );
  rowOf(2).getByText('An diese Erst- bzw. Neuberechnung wurde heute schon erinnert.');
  await rowOf(1).findByText('einmal erinnert, am 20.03.2026');
  rowOf(1).getByText('20.03.2026 10:00 von Tobias Sommer an eine Adresse');
  rowOf(1).getByText('Bitte bis Freitag.');
  screen.getByRole('button', { name: 'An eine LZD erinnern' });
});

test('without a confirmed address nothing can be sent; one can be proposed unless one waits already', async () => {
  server.on('proposeNoticeAddress', () => ({ status: 'OK' }));
  rowOf(3).getByText('keine Adresse');
  rowOf(4).getByText('Adresse noch nicht bestätigt');
  expect(screen.queryByLabelText('Apotheke 3, OTC auswählen')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Adresse vorschlagen: Apotheke 4, OTC' })).toBeNull();
  await press('Adresse vorschlagen: Apotheke 3, OTC');
  const dialog = within(await screen.findByRole('dialog', { name: 'E-Mail-Adresse für Apotheke 3 vorschlagen?' }));
  await user.type(dialog.getByLabelText('E-Mail-Adresse'), 'chef@apotheke.example');
  await pressInDialog('Vorschlagen');
  expect(server.callsOf('proposeNoticeAddress').map(({ params, body }) => [params, body])).toEqual([
    [{ apoId: '5003', lzdId: '3' }, { address: 'chef@apotheke.example' }],
  ]);
});
