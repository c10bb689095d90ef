import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the web standards that Node has and jsdom leaves out. */
export default class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'TextEncoder',
      'TextDecoder',
      'ReadableStream',
      'structuredClone',
      'BroadcastChannel',
    ]) {
      this.global[name] ??= globalThis[name];
    }
  }
}
