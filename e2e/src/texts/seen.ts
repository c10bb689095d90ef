import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { plain } from './specified.ts';

/** Where each worker leaves what its journeys have seen. */
export const SEEN_FOLDER = join(process.env.PORTAL_E2E_RESULTS ?? join(tmpdir(), 'preisportal-e2e-results'), 'seen');

/** Everything that the journeys of this worker have seen on a page, in a dialog or in a file. */
const seen = new Set<string>();

/** Takes note of a text that a journey met outside of pages, e.g. in a PDF. */
export function sawText(text: string): void {
  seen.add(plain(text));
}

/** Leaves them for the check at the end. */
export function saveSeenTexts(worker: number): void {
  mkdirSync(SEEN_FOLDER, { recursive: true });
  writeFileSync(join(SEEN_FOLDER, `${worker}.json`), JSON.stringify([...seen]));
}

/** All texts that the workers of this run have seen. */
export function seenTexts(): ReadonlySet<string> {
  const files = readdirSync(SEEN_FOLDER);
  return new Set(files.flatMap((file) => JSON.parse(readFileSync(join(SEEN_FOLDER, file), 'utf8')) as string[]));
}

/** Collects what the pages of a context show: text, titles, labels and placeholders, also of what is gone in a moment. */
export async function collectTexts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('portalTextsSeen', (_source, texts: string[]) => texts.forEach(sawText));
  await context.addInitScript(collectInPage);
  context.on('page', (page: Page) => {
    page.on('dialog', (dialog) => sawText(dialog.message()));
    page.on('download', (download) => {
      void download
        .path()
        .then((path) => readFile(path, 'utf8'))
        .then(sawText)
        .catch(() => undefined); // a download that a journey has cancelled
    });
  });
}

function collectInPage(): void {
  const page = globalThis as typeof globalThis & { portalTextsSeen?: (texts: string[]) => Promise<void> };
  const known = new Set<string>();
  let fresh: string[] = [];
  const note = (text: string | null | undefined) => {
    if (!text || text.length > 5_000 || known.has(text)) return;
    known.add(text);
    if (fresh.push(text) === 1) setTimeout(send, 0);
  };
  const send = () => {
    const texts = fresh;
    fresh = [];
    void page.portalTextsSeen?.(texts).catch(() => undefined); // the page is being left
  };
  const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt'];
  const look = (node: Node) => {
    note(node.textContent);
    if (!(node instanceof Element)) return note(node.parentElement?.textContent);
    for (const element of [node, ...node.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join())]) {
      for (const name of ATTRIBUTES) note(element.getAttribute(name));
    }
    // a sentence may be put together from several elements, and stand beside many others in one
    for (const element of node.querySelectorAll('p, li, h1, h2, h3, h4, button, label, [role]'))
      note(element.textContent);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'childList') addedNodes.forEach(look);
      else if (type === 'characterData') note(target.parentElement?.textContent);
      else look(target);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ATTRIBUTES,
  });
}
