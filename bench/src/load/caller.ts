import http from 'node:http';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** The calls of a morning, as the printed table names them. */
export type CallName =
  | 'configuration'
  | 'user data'
  | 'dashboard'
  | 'list, cold'
  | 'list, known (304)'
  | 'list, save 3 rows'
  | 'package'
  | 'review figures'
  | 'package, save 2 rows'
  | 'package, state'
  | 'package, approve'
  | 'history'
  | 'till file (CSV)'
  | 'list as PDF'
  | 'intake (engine)'
  | 'intake, told to wait'
  | 'intake, until accepted'
  | 'till'
  | 'till, acknowledges';

/** What came back: its head, and its body where the caller wants to read it. `waitMs`: when it asks to come again, else 0. */
export type Answer = { readonly status: number; readonly etag: string; readonly waitMs: number; readonly text: string };

/** What the calls of all people took and came to, by call. */
export class Times {
  readonly byCall = new Map<CallName, { micros: RecordableHistogram; bytes: number }>();
  readonly refused = new Map<string, number>();

  /** Forgets what was timed, not what was refused. */
  clear(): void {
    this.byCall.clear();
  }

  /** @param waitMs a call that was told to come again in so many ms is no error */
  add(call: CallName, ms: number, status: number, bytes: number, waitMs = 0, text = ''): void {
    const known = this.byCall.get(call) ?? { micros: createHistogram(), bytes: 0 };
    known.micros.record(Math.max(1, Math.round(ms * 1000)));
    known.bytes += bytes;
    this.byCall.set(call, known);
    if (status !== 200 && status !== 304 && waitMs === 0) {
      const key = `${call}: ${status}`;
      if (!this.refused.has(key)) process.stdout.write(`${key} ${text.slice(0, 300)}\n`);
      this.refused.set(key, (this.refused.get(key) ?? 0) + 1);
    }
  }
}

const XSRF = 'x'.repeat(43);

export type Send = (
  call: CallName,
  method: string,
  path: string,
  options?: { body?: Buffer | object; headers?: Record<string, string>; read?: boolean },
) => Promise<Answer>;

/** Calls of one person over connections of their own, as a browser has them; each is timed until its answer's last byte. */
export function callerOf(portal: string, token: string, times: Times): { send: Send; close(): void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6 });
  const signedIn = { Authorization: `Bearer ${token}`, Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF };
  const send: Send = (call, method, path, { body, headers = {}, read = false } = {}) => {
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const form = bytes === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': bytes.length };
    const began = performance.now();
    const attempt = (): Promise<Answer> =>
      new Promise((resolve) => {
        const done = (status: number, text: string, size: number, { etag = '', 'retry-after': wait = '0' } = {}) => {
          const waitMs = status === 429 ? 1000 * Number(wait) : 0;
          const name = call === 'intake (engine)' && waitMs > 0 ? 'intake, told to wait' : call;
          times.add(name, performance.now() - began, status, size, waitMs, text);
          resolve({ status, etag, waitMs, text });
        };
        const request = http.request(
          portal + path,
          { agent, method, headers: { ...signedIn, ...form, ...headers } },
          (response) => {
            const status = response.statusCode ?? 0;
            const parts: Buffer[] = [];
            let size = 0;
            response.on('data', (part: Buffer) => {
              size += part.length;
              if (read || status >= 400) parts.push(part);
            });
            response.on('end', () => done(status, Buffer.concat(parts).toString(), size, response.headers));
            response.on('error', (error) => done(0, String(error), size));
          },
        );
        request.on('error', (error: NodeJS.ErrnoException) => {
          // An idle connection that the server closes in this very moment: browsers send the request again.
          if (request.reusedSocket && error.code === 'ECONNRESET') resolve(attempt());
          else done(0, String(error), 0);
        });
        request.end(bytes);
      });
    return attempt();
  };
  return { send, close: () => agent.destroy() };
}
