import { transferableAbortController } from 'node:util';

/** What jsdom lacks and the screens need; sizes stay those of jsdom, which are zero. */
const nodeAbortController = transferableAbortController().constructor;

/** Tells of each element once, as after its first layout; nothing changes its size later. */
class FirstSizeObserver implements ResizeObserver {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element) {
    const size = { inlineSize: 0, blockSize: 0 };
    const sizes = { borderBoxSize: [size], contentBoxSize: [size], devicePixelContentBoxSize: [size] };
    this.#tell([{ target, contentRect: new DOMRect(), ...sizes }], this);
  }
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  // Every column has room.
  innerWidth: 1920,
  // jsdom's own signals are refused by the Request of Node.
  AbortController: nodeAbortController,
  ResizeObserver: FirstSizeObserver,
  // Never idle: what is done then has tests of its own.
  requestIdleCallback: () => 0,
  cancelIdleCallback() {},
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

// jsdom's listeners accept only its own signals; for a foreign one the listener is removed by hand.
const addListener = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function add(type, listener, options) {
  if (typeof options !== 'object' || !options.signal) return addListener.call(this, type, listener, options);
  const { signal, ...rest } = options;
  if (signal.aborted) return undefined;
  addListener.call(this, type, listener, rest);
  return signal.addEventListener('abort', () => this.removeEventListener(type, listener, rest), { once: true });
};
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
