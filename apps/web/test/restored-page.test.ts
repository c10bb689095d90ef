import './support/browser.ts';
import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { guardRestoredPage } from '../src/app/restored-page.ts';

/** What the browser tells a page that it puts into its memory or takes out again. */
const tell = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  dispatchEvent(Object.assign(new Event(type), { persisted }));
const { style } = document.documentElement;

test('a page out of the browser’s memory is seen only once the session is known to stand, else it is loaded anew (ADR 29)', async () => {
  let answer: (alive: boolean) => void = () => undefined;
  let reloads = 0;
  guardRestoredPage(
    () => new Promise<boolean>((resolve) => (answer = resolve)),
    () => (reloads += 1),
  );
  tell('pagehide', false);
  tell('pageshow', false);
  expect(style.visibility).toBe('');

  tell('pagehide', true);
  expect(style.visibility).toBe('hidden');
  tell('pageshow', true);
  expect(style.visibility).toBe('hidden');
  answer(true);
  await waitFor(() => expect(style.visibility).toBe(''));
  expect(reloads).toBe(0);

  tell('pagehide', true);
  tell('pageshow', true);
  answer(false);
  await waitFor(() => expect(reloads).toBe(1));
  expect(style.visibility).toBe('hidden');
});
