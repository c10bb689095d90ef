/**
 * The nonce that the server put into the page; empty where no server did (`vite` alone), so that no wrong one is sent.
 * Style elements made by scripts carry it, because the Content-Security-Policy lets in no others.
 */
export function readCspNonce(page: Document): string {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return nonce === '__CSP_NONCE__' ? '' : nonce;
}

/** The scroll lock of dialogs asks for the nonce under this name, which bundlers define (package get-nonce). */
export function publishCspNonce(nonce: string): void {
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
