/** What a journey needs of a browser, however it is driven. */
export interface Driver {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs a function body in the page; what it returns must be JSON. */
  run<Result>(body: string, ...args: unknown[]): Promise<Result>;
  /** A real click on the one element that the CSS selector names. */
  click(selector: string): Promise<void>;
  /** Real keys, into the element that the CSS selector names. */
  type(selector: string, text: string): Promise<void>;
  /** A picture as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** How users tell elements apart. */
export type Wanted = { label: string } | { button: string } | { link: string } | { text: string };

const FIND_TIMEOUT_MS = 30_000;

/** Marks the first visible element that is meant, so that a CSS selector names it. */
const FIND = `
const [wanted, mark] = args;
const [kind] = Object.keys(wanted);
const name = wanted[kind];
const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
const matches = (text) => (name.endsWith('…') ? clean(text).startsWith(name.slice(0, -1)) : clean(text) === name);
const labelled = (element) => [element.getAttribute('aria-label'), ...[...(element.labels ?? [])].map((label) => label.textContent)];
const candidates = {
  label: () => [...document.querySelectorAll('input, textarea')].filter((each) => labelled(each).some(matches)),
  button: () => [...document.querySelectorAll('button')].filter((each) => matches(each.getAttribute('aria-label') ?? each.textContent)),
  link: () => [...document.querySelectorAll('a')].filter((each) => matches(each.getAttribute('aria-label') ?? each.textContent)),
  text: () => [...document.querySelectorAll('body *')].filter((each) => matches([...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(' '))),
};
const shown = candidates[kind]().filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled);
const found = shown.at(kind === 'button' && wanted.last ? -1 : 0);
if (!found) return false;
for (const old of document.querySelectorAll('[data-wanted]')) old.removeAttribute('data-wanted');
found.setAttribute('data-wanted', mark);
return true;
`;

let marks = 0;

/**
 * Waits for an element; a name ending in '…' is the beginning of one.
 * @returns a CSS selector of it
 * @throws Error naming what did not come
 */
export async function find(driver: Driver, wanted: Wanted, patienceMs = FIND_TIMEOUT_MS): Promise<string> {
  marks += 1;
  const mark = String(marks);
  const giveUpAt = Date.now() + patienceMs;
  while (Date.now() < giveUpAt) {
    // between two pages there is no document to look into
    const found = await driver.run<boolean>(FIND, wanted, mark).catch(() => false);
    if (found) return `[data-wanted="${mark}"]`;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing like ${JSON.stringify(wanted)} at ${await driver.url()}`);
}

export async function press(driver: Driver, wanted: Wanted): Promise<void> {
  await driver.click(await find(driver, wanted));
}

/** Types over what an input holds. */
export async function fill(driver: Driver, wanted: Wanted, text: string): Promise<void> {
  const selector = await find(driver, wanted);
  await driver.click(selector); // inputs of the portal select what they hold
  await driver.run(`document.querySelector(args[0]).select()`, selector);
  await driver.type(selector, text);
}
