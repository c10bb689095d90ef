import './support/browser.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { isAnswerOfProvider } from '../src/auth/provider.ts';
import { writeDraft } from '../src/editing/session/draft.ts';
import { readMailLink } from '../src/features/mail-links/mail-link.ts';
import { removeDrafts } from '../src/lib/tab-drafts.ts';
import { startTranslations } from '../src/lib/i18n.ts';
import { takeReloadNews } from '../src/lib/reload-once.ts';
import { tabSafe } from '../src/lib/safe-storage.ts';
import { holdUnsavedWork } from '../src/lib/unsaved-work.ts';
import { lazyPart } from '../src/ui/lazy-part.tsx';
import { TestServer } from './support/server.ts';
import { user } from './support/user.ts';

const MISSING = 'Dieser Teil von TruePrice konnte nicht geladen werden';
const server = new TestServer();
let online = true;

beforeEach(async () => {
  globalThis.reportError = () => {}; // it would end the test run
  online = true;
  globalThis.fetch = (async (input: string, init?: RequestInit) => {
    if (!online) throw new TypeError('fetch failed');
    return server.fetch(input, init);
  }) as typeof fetch;
  await startTranslations();
});
afterEach(() => {
  cleanup();
  removeDrafts();
  tabSafe.clear();
});

/** A part whose code is there or gone as told. */
function aPart() {
  const state = { there: false, loads: 0, reload: jest.fn() };
  const load = async () => {
    state.loads += 1;
    if (!state.there) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>Der Teil ist da</p> };
  };
  const Part = lazyPart(load, { reload: state.reload });
  const show = () =>
    render(
      <MantineProvider env="test">
        <Suspense>
          <Part />
        </Suspense>
      </MantineProvider>,
    );
  return { state, show };
}

// Rules 2.20 and 2.30.
describe('a part of the portal whose code is gone', () => {
  test('loads the page again, once, and says so afterwards', async () => {
    const { state, show } = aPart();
    show();
    await waitFor(() => expect(state.reload).toHaveBeenCalledTimes(1));
    expect([takeReloadNews(), takeReloadNews()]).toEqual([true, false]);
    // and is still gone in the page that came
    cleanup();
    const next = aPart();
    next.show();
    await screen.findByText(MISSING);
    expect(next.state.reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Seite aktualisieren' }));
    await waitFor(() => expect(next.state.reload).toHaveBeenCalledTimes(1));
  });

  test('reloads with edits that wait in the tab, without being asked by the browser', async () => {
    const release = holdUnsavedWork();
    const edit = { ownPrice: 500, permanent: false, exclusion: false };
    writeDraft({ owner: 'anna', subject: 'priceList:1:OTC' }, { version: 1, edits: [['00000001', edit]] });
    const { state, show } = aPart();
    show();
    await waitFor(() => expect(state.reload).toHaveBeenCalledTimes(1));
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(false);
    release();
  });

  test('does not reload while edits would be lost, and asks to save them first', async () => {
    const release = holdUnsavedWork();
    sessionStorage.setItem('full', 'x'.repeat(4_999_990));
    writeDraft({ owner: 'anna', subject: 'a' }, { version: 1, edits: [['00000001', null]] });
    const { state, show } = aPart();
    show();
    await screen.findByText(/Bitte erst speichern, dann die Seite aktualisieren/);
    expect(state.reload).not.toHaveBeenCalled();
    release();
  });

  test('stays while the server does not answer, and comes when it is asked for again', async () => {
    online = false;
    const { state, show } = aPart();
    show();
    await screen.findByText(/^Der Server ist nicht erreichbar/);
    expect(state.reload).not.toHaveBeenCalled();
    online = true;
    state.there = true;
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await screen.findByText('Der Teil ist da');
  });

  test('does not go on for ever where the browser keeps nothing', async () => {
    sessionStorage.setItem('full', 'x'.repeat(5_000_000 - 4));
    const { state, show } = aPart();
    show();
    await screen.findByText(MISSING);
    expect(state.reload).not.toHaveBeenCalled();
  });
});

test('every part that is loaded later is loaded so', () => {
  // The camera reports a missing reader of codes.
  // Prefetched code is imported again by its lazyPart, which shows a failure; start.js shows that of the application.
  const own =
    /(lazy-part\.tsx|loaders\.ts|preload-list\.ts|prefetch-screens\.ts|read-frame\.ts|use-camera\.ts|src\/main\.ts)$/;
  const sources = globSync('apps/web/src/**/*.{ts,tsx}').filter((path) => !own.test(path));
  expect(sources.length).toBeGreaterThan(100);
  const bare = sources.filter((path) => /\blazy\(|(?<!lazyPart\(\(\) => )\bimport\(/.test(readFileSync(path, 'utf8')));
  expect(bare).toEqual([]);
});

describe('the page before the application (start.js, index.html)', () => {
  const page = readFileSync(join(process.cwd(), 'apps/web/index.html'), 'utf8');

  test('holds plain sentences for a browser without script and for one that cannot load it', () => {
    const parsed = new DOMParser().parseFromString(page, 'text/html');
    expect(parsed.querySelector('body noscript')?.textContent).toContain('Bitte schalten Sie JavaScript ein');
    expect(parsed.querySelector('#root #start')?.textContent).toMatch(/aktualisieren Sie bitte die Seite/);
    // the policy refuses scripts and style attributes in the page itself, and style elements without nonce
    expect([...parsed.scripts].every(({ src }) => src !== '')).toBe(true);
    expect(page).not.toMatch(/\son\w+=|\sstyle=/);
    expect(page.match(/<style/g)?.length).toBe(page.match(/<style nonce="__CSP_NONCE__"/g)?.length);
  });

  const script = readFileSync(join(process.cwd(), 'apps/web/public/start.js'), 'utf8');

  /** Runs start.js with these in place of what a page has. */
  function runStart(names: Record<string, unknown>): void {
    // oxlint-disable-next-line typescript/no-implied-eval -- a file that no module imports
    new Function(...Object.keys(names), script)(...Object.values(names));
  }

  /** What start.js says of the page at this address. */
  function started(address: string, { stored, dark = false }: { stored?: string | Error; dark?: boolean } = {}) {
    const page = document.implementation.createHTMLDocument();
    const { pathname, hash } = new URL(address, 'https://portal.example');
    const localStorage = {
      getItem(key: string) {
        if (stored instanceof Error) throw stored;
        return key === 'mantine-color-scheme-value' ? (stored ?? null) : null;
      },
    };
    const matchMedia = (query: string) => ({ matches: dark && query === '(prefers-color-scheme: dark)' });
    const window = { matchMedia };
    const location = { pathname, hash };
    runStart({ document: page, location, localStorage, matchMedia, window, addEventListener: () => undefined });
    const { starting, mantineColorScheme } = page.documentElement.dataset;
    return { starting, scheme: mantineColorScheme };
  }

  const TOKEN = 'a'.repeat(43);
  test.each([
    ['/p/1/x', undefined],
    ['/p/1/x#list', undefined],
    ['/p/1/x#state=1', undefined],
    ['/p/1/x#code=1', undefined],
    ['/#state=1&session_state=2&iss=3&code=4', 'portal'],
    ['/p/1/x#code=4&state=1', 'portal'],
    ['/p/1/x#error=login_required&state=1', 'message'],
    [`/mail/bestaetigen#${TOKEN}`, 'message'],
    ['/mail/abmelden', 'message'],
    [`/mail/anderes#${TOKEN}`, undefined],
  ])('is seen at %s: %s; where the application is sure to start, and nowhere else', (address, seen) => {
    const place = new URL(address, 'https://portal.example') as unknown as Location;
    expect(isAnswerOfProvider(place) || readMailLink(place) !== undefined).toBe(seen !== undefined);
    expect(started(address).starting).toBe(seen);
  });

  test.each([
    [{}, 'light'],
    [{ dark: true }, 'dark'],
    [{ stored: 'auto', dark: true }, 'dark'],
    [{ stored: 'light', dark: true }, 'light'],
    [{ stored: 'dark' }, 'dark'],
    [{ stored: 'bunt' }, 'light'],
    [{ stored: new Error('SecurityError'), dark: true }, 'dark'],
  ])('has the colours that the user has chosen, else the system: %j %s', (kept, scheme) => {
    expect(started('/', kept).scheme).toBe(scheme);
  });

  /** How often start.js loads the page again when this element of it reports an error. */
  function reloadsAfter(html: string): number {
    const page = new DOMParser().parseFromString(
      `<head><script type="module" src="https://portal.example/index.js"></script>${html}</head><div id="start"></div>`,
      'text/html',
    );
    const kept = new Map<string, string>();
    const sessionStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) };
    let reloads = 0;
    const location = { pathname: '/p/1/x', hash: '', reload: () => (reloads += 1) };
    let onError: (event: { target: unknown }) => void = () => undefined;
    const addEventListener = (_name: string, listener: typeof onError) => (onError = listener);
    runStart({ document: page, location, sessionStorage, window: {}, addEventListener });
    const element = page.head.lastElementChild;
    onError({ target: element });
    onError({ target: element });
    return reloads;
  }

  test.each([
    ['a part of the application', '<link rel="modulepreload" href="https://portal.example/editing.js">', 1],
    ['its styles', '<link rel="stylesheet" href="https://portal.example/start.css">', 1],
    ['the application itself', '', 1],
    [
      'the preload of what runs already, as Firefox has it',
      '<link rel="modulepreload" href="https://portal.example/index.js">',
      0,
    ],
    ['the icon', '<link rel="icon" href="https://portal.example/favicon.svg">', 0],
  ])('is loaded again once when a file is missing, and only then: %s', (_what, html, reloads) => {
    expect(reloadsAfter(html)).toBe(reloads);
  });

  test('announces only a failure as an alert, and loads in the first packets', () => {
    const parsed = new DOMParser().parseFromString(page, 'text/html');
    expect(parsed.querySelector('[role="status"]')?.textContent).toBe('TruePrice wird geladen …');
    expect([...parsed.querySelectorAll('[role="alert"]')].map(({ className }) => className)).toEqual(['start-failure']);
    expect(gzipSync(page).length).toBeLessThan(4_000);
  });

  test('is written for old browsers', () => {
    expect(script).not.toMatch(/=>|`|\b(const|let|class|async|await)\b|\?\.|\?\?|catch \{/);
  });
});
