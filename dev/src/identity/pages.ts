import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The portal's own font; in the page, so that nothing is loaded. */
const FONT = readFileSync(new URL('../../../apps/web/src/app/fonts/inter-latin.woff2', import.meta.url), 'base64');

/** Colours, sizes and typeface of the portal (apps/web/src/app/theme.ts). */
const STYLE = `
@font-face{font-family:"Inter Variable";font-weight:100 900;src:url(data:font/woff2;base64,${FONT}) format("woff2")}
:root{color-scheme:light dark;--ink:#000;--quiet:#566363;--line:#e3e8e8;--field:#919d9d;--ground:#f7f9f9;--sheet:#fff;--accent:#0f6663;--link:#0f6663;--on-accent:#fff;--error:#b42318}
@media (prefers-color-scheme:dark){:root{--ink:#d5dcdc;--quiet:#a5b1b1;--line:#364141;--field:#6f7d7d;--ground:#141a1a;--sheet:#1c2424;--accent:#1b7872;--link:#55aaa3;--error:#ff9d94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);font:14px/1.55 "Inter Variable",system-ui,-apple-system,"Segoe UI",sans-serif;-webkit-font-smoothing:antialiased}
header{display:flex;gap:10px;align-items:center;height:80px;padding:0 clamp(1rem,1.75vw,2rem);background:var(--sheet);border-bottom:1px solid var(--line);font-size:1.25rem;font-weight:450;letter-spacing:-.02em}
header b{font-weight:680}
main{width:calc(100% - 32px);max-width:400px;margin:clamp(2rem,10vh,7rem) auto 2rem;padding:32px 28px;background:var(--sheet);border:1px solid var(--line);border-radius:8px}
h1{margin:0 0 4px;font-size:1.5rem;font-weight:620;letter-spacing:-.01em;line-height:1.3}
p{margin:0 0 20px;color:var(--quiet)}
label{display:block;margin:16px 0 4px;font-weight:550}
input{width:100%;min-height:44px;padding:8px 12px;font:inherit;font-size:1rem;color:inherit;background:transparent;border:1px solid var(--field);border-radius:4px}
button,a.button{display:block;width:100%;min-height:44px;margin-top:24px;padding:10px 16px;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:4px;cursor:pointer}
button.second{margin-top:12px;color:var(--link);background:transparent}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.error{margin:16px 0 0;color:var(--error);font-weight:600}
dl{margin:16px 0 0}
dt{margin-top:12px;color:var(--quiet);font-size:.8125rem}
dd{margin:0;overflow-wrap:anywhere}
`;

const LOGO = `<header><svg viewBox="0 0 32 32" width="34" height="34" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f6663"/><path d="M9 9.5h14M16 9.5V23" fill="none" stroke="#fff" stroke-linecap="round" stroke-width="3.4"/><circle cx="22.5" cy="20.5" r="3" fill="#86c5bf"/></svg><span>True<b>Price</b></span></header>`;

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
    'font-src data:',
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
<p>Mit Ihren Zugangsdaten zu TruePrice</p>
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
<a class="button" href="${escapeHtml(backHref)}">Zurück zu TruePrice</a>`,
  );
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – TruePrice</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
${LOGO}
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
