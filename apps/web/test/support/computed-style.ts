// Tests have no style sheets but jsdom's own, which it matches against every element again after each change of the page: a sixth of
// all the time. Of those only what hides an element matters here; all else is what the element's own style says.
const whole = window.getComputedStyle;
const NEVER_SHOWN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'TITLE', 'META', 'LINK']);

window.getComputedStyle = (element, pseudo) =>
  pseudo || !(element instanceof HTMLElement) || isHidden(element) ? whole(element, pseudo) : element.style;

function isHidden(element: HTMLElement): boolean {
  if (element.hasAttribute('hidden') || NEVER_SHOWN.has(element.tagName)) return true;
  for (let each: Element | null = element; each; each = each.parentElement) {
    if (each.getAttribute('style')?.includes('visibility')) return true;
  }
  return false;
}

// Queries by text ask these two of every element of the page: a twentieth of all the time in jsdom's parser of selectors.
const { matches } = Element.prototype;
const TAGS: Record<string, readonly string[]> = {
  'script, style': ['SCRIPT', 'STYLE'],
  'input[type=submit], input[type=button], input[type=reset]': ['INPUT'],
};
Object.assign(Element.prototype, {
  matches(this: Element, selectors: string): boolean {
    return TAGS[selectors]?.includes(this.tagName) === false ? false : matches.call(this, selectors);
  },
});
