import './support/browser.ts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { preloadList } from '../src/app/preload-list.ts';

const preloaded = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')].map(({ as, href }) => [
    as,
    new URL(href).pathname,
  ]);

afterEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove();
});

describe('the texts of a list in the address are preloaded (rule 2.28)', () => {
  test.each([
    ['/p/100101/tokenA/pricelist/OTC', 'priceList'],
    ['/p/100101/tokenA/mdp/967/OTC', 'priceUpdate'],
    ['/p/100101/tokenA/qdp/948/FREIWAHL', 'priceUpdate'],
    ['/p/100101/tokenA/lzd/12/HILFSMITTEL', 'priceUpdate'],
  ])('%s', (path, screen) => {
    preloadList(path);
    expect(preloaded()).toEqual([
      ['fetch', '/assets/i18n/de/editing.json'],
      ['fetch', '/assets/i18n/de/review.json'],
      ['fetch', `/assets/i18n/de/${screen}.json`],
    ]);
  });

  test.each(['/', '/admin', '/p/100101/tokenA', '/p/100101/tokenA/vergleich/OTC', '/x/p/1/t/pricelist/OTC'])(
    'nothing at %s',
    (path) => {
      preloadList(path);
      expect(preloaded()).toEqual([]);
    },
  );
});
