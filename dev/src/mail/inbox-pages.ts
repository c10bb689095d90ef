import { createHash } from 'node:crypto';
import { formatDate } from '@portal/rules';
import { attachmentBytes, type CaughtMail } from './mailbox.ts';

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2b2f;--quiet:#566363;--line:#d2d9d9;--ground:#f7f9f9;--sheet:#fff;--accent:#0b6b6b}
@media (prefers-color-scheme:dark){:root{--ink:#e6eeee;--quiet:#a4b3b6;--line:#3d4b4f;--ground:#12191b;--sheet:#1b2427;--accent:#4fb8b4}}
*{box-sizing:border-box}
body{margin:0;padding:40px 16px;background:var(--ground);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:820px;margin:0 auto}
h1{margin:0 0 4px;font-size:1.4rem;line-height:1.3}
.note,time,dt{color:var(--quiet)}
.note{margin:0 0 24px}
a{color:var(--accent)}
ul{margin:0;padding:0;list-style:none;border-top:1px solid var(--line)}
.mail{display:grid;grid-template-columns:1fr auto;gap:0 16px;padding:12px 0;border-bottom:1px solid var(--line);color:inherit;text-decoration:none}
.mail:hover strong{text-decoration:underline}
.mail strong{font-weight:600;overflow-wrap:anywhere}
.mail span{grid-column:1;color:var(--quiet);overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:16px 0 20px}
dd{margin:0;overflow-wrap:anywhere}
pre{margin:0;padding:20px;border:1px solid var(--line);border-radius:8px;background:var(--sheet);font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
.files{margin-top:20px;border:0}
.files li{padding:4px 0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

/** Nothing runs, nothing is loaded from elsewhere. */
export const INBOX_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join(';');

const when = (at: Date) => formatDate(at, 'dd.MM.yyyy HH:mm');

export function inboxPage(mails: readonly CaughtMail[]): string {
  const entries = mails.map(
    ({ id, mail, to, receivedAt }) => `<li><a class="mail" href="/mails/${id}">
<strong>${escapeHtml(mail.subject ?? '(ohne Betreff)')}</strong><time>${when(receivedAt)}</time>
<span>an ${escapeHtml(to.join(', '))}${mail.attachments.length > 0 ? `, ${mail.attachments.length} ${mail.attachments.length === 1 ? 'Anhang' : 'Anhänge'}` : ''}</span>
</a></li>`,
  );
  const list =
    entries.length > 0
      ? `<ul>${entries.join('\n')}</ul>`
      : '<p>Noch keine E-Mails. Laden Sie die Seite neu, wenn eine unterwegs ist.</p>';
  return page(
    'Posteingang',
    `<h1>Posteingang</h1>
<p class="note">Hier landen alle E-Mails von TruePrice; keine verlässt diesen Rechner. <a href="/">Aktualisieren</a></p>
${list}`,
  );
}

export function mailPage({ id, mail, from, to, receivedAt }: CaughtMail): string {
  const files = mail.attachments.map(
    (attachment, index) =>
      `<li><a href="/mails/${id}/attachments/${index}">${escapeHtml(attachment.filename ?? 'Anhang')}</a> <span class="note">${size(attachmentBytes(attachment).length)}</span></li>`,
  );
  return page(
    mail.subject ?? '(ohne Betreff)',
    `<p><a href="/">Zum Posteingang</a></p>
<h1>${escapeHtml(mail.subject ?? '(ohne Betreff)')}</h1>
<dl><dt>Von</dt><dd>${escapeHtml(mail.from?.address ? `${mail.from.name} <${mail.from.address}>` : from)}</dd>
<dt>An</dt><dd>${escapeHtml(to.join(', '))}</dd><dt>Zeit</dt><dd>${when(receivedAt)}</dd></dl>
<pre>${withLinks(mail.text ?? '')}</pre>
${files.length > 0 ? `<ul class="files" aria-label="Anhänge">${files.join('\n')}</ul>` : ''}`,
  );
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} Byte` : `${(bytes / 1024).toLocaleString('de-DE', { maximumFractionDigits: 1 })} KB`;
}

/** Addresses in a text become links; everything else stays text. */
function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (address) => `<a href="${address}">${address}</a>`);
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Posteingang</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body><main>
${body}
</main></body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
