import { createServer } from 'node:http';
import { formatDate } from '@portal/rules';
import express, { type Response } from 'express';
import { type ClosedTask, type PharmacyMessage, receiveMessages } from './messages.ts';

export interface CustomerCentre {
  /** Address of the stub, e.g. for the portal's baseUrl. */
  url: string;
  /** The tasks that the portal has closed, the latest first. */
  closedTasks(): ClosedTask[];
  /** What the portal has told of pharmacies, the latest first. */
  pharmacyMessages(): PharmacyMessage[];
  close(): Promise<void>;
}

/** Signs the portal's messages in demos and tests; a real one comes from the settings of both sides. */
export const DEMO_TASKS_SECRET = 'demo-customer-centre-tasks-secret';

/** Icons of the tools menu by tool id: a coloured tile with one simple white sign. */
const ICONS: Readonly<Record<string, { colour: string; sign: string }>> = {
  '1': { colour: '#0b6b6b', sign: 'M7 12h10M12 7v10' },
  '2': { colour: '#7a4d9f', sign: 'M7 17V12M12 17V7M17 17v-7' },
  '3': { colour: '#a8551a', sign: 'M6 8h12l-2 9H8z' },
  '4': { colour: '#2b5fa4', sign: 'M7 8h10M7 12h10M7 16h6' },
};
const FALLBACK_ICON = { colour: '#5b6b70', sign: 'M8 8h8v8H8z' };

/**
 * Starts a stand-in for the external customer centre, so that every link leaving the portal leads somewhere
 * (rule 2.15). Each page says which one it stands for.
 *
 * @param options.port port to listen on; 0 takes a free one
 * @throws Error with code EADDRINUSE for a taken port
 */
export async function startCustomerCentre(options: {
  port: number;
  host?: string;
  tasksSecret?: string;
}): Promise<CustomerCentre> {
  const app = express().disable('x-powered-by');
  const { router, closedTasks, pharmacyMessages } = receiveMessages({
    secret: options.tasksSecret ?? DEMO_TASKS_SECRET,
  });
  app.use(router);

  app.get('/api/public/icon/:toolId', (req, res) => {
    const { colour, sign } = ICONS[req.params.toolId] ?? FALLBACK_ICON;
    res.set({ 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    res
      .type('svg')
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${colour}"/><path d="${sign}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
      );
  });

  app.get('/', (_req, res) => {
    sendPage(
      res,
      'Kundencenter',
      'Startseite des Kundencenters',
      '<p><a href="/aufgaben">Geschlossene Aufgaben</a></p><p><a href="/mitteilungen">Mitteilungen zu Apotheken</a></p>',
    );
  });
  app.get('/aufgaben', (_req, res) => {
    sendPage(res, 'Geschlossene Aufgaben', 'Aufgabenliste des Kundencenters', taskTable(closedTasks()));
  });
  app.get('/mitteilungen', (_req, res) => {
    sendPage(res, 'Mitteilungen', 'Mitteilungen zu Apotheken im Kundencenter', messageTable(pharmacyMessages()));
  });
  app.get('/admin/pharmacies/:a/:b', (req, res) => {
    sendPage(res, 'Apotheke (Verwaltung)', `Verwaltungsbereich der Apotheke ${req.params.a}`);
  });
  app.get('/pharmacy/pharmacies/:a/:b', (req, res) => {
    sendPage(res, 'Apotheke', `Kundenbereich der Apotheke ${req.params.a}`);
  });
  app.get('/impressum/de', (_req, res) => sendPage(res, 'Impressum', 'Impressum für Deutschland'));
  app.get('/impressum/at', (_req, res) =>
    sendPage(res, 'Impressum', 'Impressum für Österreich und alle anderen Länder'),
  );
  app.get('/hilfe', (_req, res) => sendPage(res, 'Hilfecenter', 'Hilfecenter von TruePrice'));
  app.get('/datenschutz/de', (_req, res) => sendPage(res, 'Datenschutz', 'Datenschutzerklärung für Deutschland'));
  app.get('/datenschutz/at', (_req, res) =>
    sendPage(res, 'Datenschutz', 'Datenschutzerklärung für Österreich und alle anderen Länder'),
  );
  app.get('/tools/:id', (req, res) => sendPage(res, 'Werkzeug', `Werkzeug mit der Nummer ${req.params.id}`));
  app.use((_req, res) => sendPage(res.status(404), 'Nicht gefunden', 'Diese Seite gibt es im Kundencenter nicht'));

  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The customer centre has no port.');
  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error === undefined ? resolve() : reject(error)));
      server.closeAllConnections();
    });
  return { url: `http://localhost:${address.port}`, closedTasks, pharmacyMessages, close };
}

const OUTCOME = { approved: 'freigegeben', deleted: 'gelöscht', replaced: 'ersetzt' } as const;

function taskTable(tasks: readonly ClosedTask[]): string {
  if (tasks.length === 0) return '<p>Das Portal hat noch keine Aufgabe geschlossen.</p>';
  const rows = tasks.map(({ task, pharmacy, outcome, closedAt, closedBy }) => {
    return [
      `${task.kind} ${task.productGroup} ${task.importId}`,
      `Apotheke ${pharmacy.crmCompanyId}`,
      OUTCOME[outcome],
      formatDate(new Date(closedAt), 'dd.MM.yyyy HH:mm'),
      closedBy,
    ];
  });
  return table(['Aufgabe', 'Apotheke', 'Ergebnis', 'Zeit', 'Benutzer'], rows);
}

const DECIDED = {
  accessActivated: 'Zugriff gegeben',
  contractActivated: 'Vertrag aktiviert',
  reactivated: 'Wieder aktiv',
  mirrorLinked: 'Spiegelapotheke verknüpft',
  mirrorUnlinked: 'Spiegelapotheke gelöst',
} as const;

function messageTable(messages: readonly PharmacyMessage[]): string {
  if (messages.length === 0) return '<p>Das Portal hat noch nichts mitgeteilt.</p>';
  const rows = messages.map((message) => [
    DECIDED[message.event],
    `Apotheke ${message.pharmacy.crmCompanyId}`,
    detailOf(message),
    formatDate(new Date(message.at), 'dd.MM.yyyy HH:mm'),
    message.by,
  ]);
  return table(['Was', 'Apotheke', 'Dazu', 'Zeit', 'Benutzer'], rows);
}

function detailOf(message: PharmacyMessage): string {
  if ('mirror' in message) return `Spiegelapotheke ${message.mirror.crmCompanyId}`;
  if ('package' in message)
    return `${message.package.kind} ${message.package.productGroup} ${message.package.importId}`;
  return message.demo ? 'Demo' : '';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${line(head, 'th')}</thead>
<tbody>${rows.map((row) => line(row, 'td')).join('\n')}</tbody></table>`;
}

function sendPage(res: Response, title: string, standsFor: string, content = ''): void {
  res.set('Content-Security-Policy', "default-src 'none';style-src 'unsafe-inline';img-src data:");
  res.type('html').send(`<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Kundencenter</title>
<link rel="icon" href="data:,">
<style>:root{color-scheme:light dark}body{max-width:640px;margin:12vh auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif}table{border-collapse:collapse}th,td{padding:6px 16px 6px 0;border-bottom:1px solid #8886;text-align:left;white-space:nowrap}main{overflow-x:auto}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>Diese Seite steht für: ${escapeHtml(standsFor)}. Das Kundencenter selbst ist ein eigenes System.</p>
${content}
</main>
</body>
</html>`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
