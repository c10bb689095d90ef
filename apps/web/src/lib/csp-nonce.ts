/** Empty without a server. Scripts' style elements need it. */
export function readCspNonce(page: Document): string {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return nonce === '__CSP_NONCE__' ? '' : nonce;
}

/** Read by package get-nonce. */
export function publishCspNonce(nonce: string): void {
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
}
