import { afterEach } from '@jest/globals';
import type { TestServer } from '../support/server.ts';

const real = globalThis.XMLHttpRequest;
afterEach(() => {
  globalThis.XMLHttpRequest = real;
});

/**
 * Stands in for the browser's XMLHttpRequest and hands multipart bodies to the test server, files as name and size. The
 * body is on its way until `arrive` is called; `progress` tells how much of it was sent.
 */
export class TestUpload {
  readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  #method = '';
  #url = '';
  #body = new FormData();
  readonly #headers = new Headers();
  #answered = new Headers();
  static server: TestServer;
  static current: TestUpload | undefined;

  static serve(server: TestServer): void {
    TestUpload.server = server;
    TestUpload.current = undefined;
    globalThis.XMLHttpRequest = TestUpload as unknown as typeof XMLHttpRequest;
  }

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }
  send(body: FormData): void {
    this.#body = body;
    TestUpload.current = this;
  }
  abort(): void {
    this.onabort?.();
  }
  progress(share: number): void {
    this.upload.onprogress?.({ lengthComputable: true, loaded: share * 1000, total: 1000 });
  }
  breakOff(): void {
    this.onerror?.();
  }

  async arrive(): Promise<void> {
    const fields = [...this.#body].map(([name, value]) => [
      name,
      value instanceof File ? { name: value.name, size: value.size } : value,
    ]);
    const init = { method: this.#method, headers: this.#headers, body: JSON.stringify(Object.fromEntries(fields)) };
    const response = await TestUpload.server.fetch(this.#url, init);
    this.status = response.status;
    this.#answered = response.headers;
    this.responseText = await response.text();
    this.onload?.();
  }
}
