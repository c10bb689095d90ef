import { createServer } from 'node:http';
import express, { type Response } from 'express';

export interface CustomerCentre {
  /** Address of the stub, e.g. for the portal's baseUrl. */
  url: string;
  close(): Promise<void>;
}

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
 * (Specification 2 and 7). Each page says which one it stands for.
 *
 * @param options.port port to listen on; 0 takes a free one
 * @throws Error with code EADDRINUSE for a taken port
 */
export async function startCustomerCentre(options: { port: number; host?: string }): Promise<CustomerCentre> {
  const app = express().disable('x-powered-by');

  app.get('/api/public/icon/:toolId', (req, res) => {
    const { colour, sign } = ICONS[req.params.toolId] ?? FALLBACK_ICON;
    res.set({ 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' });
    res
      .type('svg')
      .send(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${colour}"/><path d="${sign}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
      );
  });

  app.get('/', (_req, res) => sendPage(res, 'Kundencenter', 'Startseite des Kundencenters'));
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
  app.get('/datenschutz', (_req, res) => sendPage(res, 'Datenschutz', 'Datenschutzerklärung'));
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
  return { url: `http://localhost:${address.port}`, close };
}

function sendPage(res: Response, title: string, standsFor: string): void {
  res.set('Content-Security-Policy', "default-src 'none';style-src 'unsafe-inline';img-src data:");
  res.type('html').send(`<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Kundencenter</title>
<link rel="icon" href="data:,">
<style>:root{color-scheme:light dark}body{max-width:640px;margin:12vh auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>Diese Seite steht für: ${escapeHtml(standsFor)}. Das Kundencenter selbst ist ein eigenes System.</p>
</main>
</body>
</html>`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
