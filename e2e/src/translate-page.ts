import type { Page } from '@playwright/test';

/**
 * Does to a page what the translation of Chrome does: each text outside of `translate="no"` is replaced by elements with another text, those that come later too.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isLeft = (node: Node) =>
      node.parentElement?.closest(
        '[translate="no"], .notranslate, script, style, noscript, textarea, code, svg, font',
      ) != null;
    const translate = (node: Node) => {
      const text = node.nodeValue ?? '';
      if (!/\p{L}/u.test(text) || isLeft(node)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = `${text.toUpperCase()}·`;
      outer.append(inner);
      (node as ChildNode).replaceWith(outer);
    };
    const translateAll = (root: Node) => {
      if (root.nodeType === Node.TEXT_NODE) return translate(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const each of texts) translate(each);
    };
    translateAll(document.body);
    new MutationObserver((mutations) => {
      for (const { type, target, addedNodes } of mutations) {
        if (type === 'characterData' && target.isConnected) translate(target);
        for (const node of addedNodes) if (node.isConnected) translateAll(node);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
