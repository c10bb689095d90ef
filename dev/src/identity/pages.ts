import { createHash } from 'node:crypto';

const STYLE = `
:root{color-scheme:light dark;--ink:#1d2b2f;--quiet:#5b6b70;--line:#c9d3d6;--ground:#f4f7f7;--sheet:#fff;--accent:#0b6b6b;--on-accent:#fff;--error:#a4262c}
@media (prefers-color-scheme:dark){:root{--ink:#e6eeee;--quiet:#a4b3b6;--line:#3d4b4f;--ground:#12191b;--sheet:#1b2427;--accent:#4fb8b4;--on-accent:#06201f;--error:#ff9a9a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;align-items:flex-start;justify-content:center;padding:12vh 16px 32px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:400px;padding:32px 28px;background:var(--sheet);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 4px;font-size:1.5rem;line-height:1.25}
p{margin:0 0 20px;color:var(--quiet)}
label{display:block;margin:16px 0 4px;font-weight:600}
input{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--quiet);border-radius:6px}
button,a.button{display:block;width:100%;min-height:44px;margin-top:24px;padding:9px 16px;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:6px;cursor:pointer}
button.second{margin-top:12px;color:var(--accent);background:transparent}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.error{margin:16px 0 0;color:var(--error);font-weight:600}
dl{margin:16px 0 0}
dt{margin-top:12px;color:var(--quiet);font-size:.875rem}
dd{margin:0;overflow-wrap:anywhere}
`;

const SUBMIT_SCRIPT = `document.getElementById('op.logoutForm').requestSubmit(document.getElementById('confirm'));`;

/** CSP source that admits exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Content-Security-Policy of every page here: nothing external, no frames. `form-action` names the portal because
 * Chromium applies it to the redirects that follow a form, and signing in ends in the portal.
 */
export function pageSecurityPolicy(portalOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${cspHash(STYLE)}`,
    `script-src ${cspHash(SUBMIT_SCRIPT)}`,
    'img-src data:',
    `form-action 'self' ${portalOrigins.join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(';');
}

/** The sign-in form; with an error it is the form after a failed try. */
export function loginPage({ username = '', error }: { username?: string; error?: string }): string {
  const described = error === undefined ? '' : ' aria-invalid="true" aria-describedby="error"';
  const focus = (wanted: boolean) => (wanted ? ' autofocus' : '');
  return page(
    'Anmelden',
    `<h1>Anmelden</h1>
<p>Melden Sie sich mit Ihren Zugangsdaten am Preisportal an.</p>
<form method="post">
${error === undefined ? '' : `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>`}
<label for="username">Benutzername</label>
<input id="username" name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${focus(username === '')}${described}>
<label for="password">Passwort</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${focus(username !== '')}${described}>
<button type="submit">Anmelden</button>
</form>`,
  );
}

/**
 * Signs out: at once when the caller has proven by an ID token whose session it is, else after a click.
 *
 * @param form the hidden form with the one-time secret, made by the provider
 */
export function logoutPage(form: string, isConfirmed: boolean): string {
  return page(
    'Abmelden',
    `<h1>Abmelden</h1>
<p>${isConfirmed ? 'Sie werden abgemeldet …' : 'Möchten Sie sich abmelden?'}</p>
${form}
<button id="confirm" type="submit" form="op.logoutForm" name="logout" value="yes">Abmelden</button>
${isConfirmed ? `<script>${SUBMIT_SCRIPT}</script>` : '<button class="second" type="submit" form="op.logoutForm">Angemeldet bleiben</button>'}`,
  );
}

/** A short text with a way on. */
export function messagePage(title: string, text: string, link: { href: string; label: string }): string {
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a class="button" href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`,
  );
}

/** 'Mein Profil': what the provider knows about the signed-in person. */
export function accountPage(rows: readonly (readonly [string, string])[], backHref: string): string {
  const list = rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('\n');
  return page(
    'Mein Profil',
    `<h1>Mein Profil</h1>
<dl>
${list}
</dl>
<a class="button" href="${escapeHtml(backHref)}">Zurück zum Preisportal</a>`,
  );
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Preisportal</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
