/** The ports of one portal; all follow from the portal's own, so that a second instance runs beside it. */
export type Ports = ReturnType<typeof portsFrom>;

export function portsFrom(portal: number) {
  return {
    portal,
    identity: portal + 1,
    postgres: portal + 2,
    smtp: portal + 3,
    mailInbox: portal + 4,
    customerCentre: portal + 5,
    /** The api behind the vite server of `pnpm dev`. */
    devApi: portal + 6,
  };
}

/**
 * Reads PORTAL_PORT.
 * @throws Error with a German message when it is no usable port
 */
export function portalPort(text = process.env.PORTAL_PORT): number {
  const port = text === undefined || text === '' ? 3000 : Number(text);
  if (!Number.isInteger(port) || port < 1024 || port > 65_000) {
    throw new Error(`PORTAL_PORT muss eine Zahl von 1024 bis 65000 sein, nicht „${text}“.`);
  }
  return port;
}
