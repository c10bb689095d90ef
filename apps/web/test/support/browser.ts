import { transferableAbortController } from 'node:util';

/** What jsdom lacks and the screens need; sizes stay those of jsdom, hence zero. */
const nodeAbortController = transferableAbortController().constructor;

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  // jsdom's own signals are refused by the Request of Node.
  AbortController: nodeAbortController,
  ResizeObserver: NoResizeObserver,
  matchMedia: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }),
});
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
