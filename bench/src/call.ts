import http from 'node:http';
import { COLUMNS_MEDIA_TYPE } from '@portal/contracts';

const XSRF = 'x'.repeat(43);
const STAFF = { Authorization: 'Bearer bench', Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF };

const agent = new http.Agent({ keepAlive: true });
/** How browsers ask for a list. */
export const AS_BROWSERS = { Accept: COLUMNS_MEDIA_TYPE, 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** Takes an answer in as it is on the wire: to unpack and to parse it is the browser's work. */
export function load(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; bytes: number; etag: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { Authorization: 'Bearer bench', ...headers } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, etag: response.headers.etag ?? '' }));
    });
    request.on('error', reject);
  });
}

/** Makes a call of the portal as staff in a browser do, and reads the answer to its end. */
export async function call<Answer>(
  url: string,
  method: string,
  body?: object,
  accept = 'application/json',
): Promise<Answer> {
  const content = body && Buffer.from(JSON.stringify(body));
  const headers = { Accept: accept, ...STAFF, ...(content && { 'Content-Type': 'application/json' }) };
  return send(url, method, headers, content ? [content] : []);
}

/** Sends a file as a multipart body. */
export function postFile<Answer>(url: string, name: string, content: Buffer): Promise<Answer> {
  const head = `--bench\r\nContent-Disposition: form-data; name="csv"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const headers = { ...STAFF, 'Content-Type': 'multipart/form-data; boundary=bench' };
  return send(url, 'POST', headers, [Buffer.from(head), content, Buffer.from('\r\n--bench--\r\n')]);
}

/** By connections that are kept, and in a way that costs this process next to nothing: it is not what is measured. */
function send<Answer>(
  url: string,
  method: string,
  headers: http.OutgoingHttpHeaders,
  body: readonly Buffer[],
): Promise<Answer> {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve, reject) => {
    const sized = { ...headers, ...(length > 0 && { 'Content-Length': length }) };
    const request = http.request(url, { agent, method, headers: sized }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        try {
          resolve(read(Buffer.concat(parts).toString(), response.statusCode ?? 0, url));
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    request.on('error', reject);
    for (const part of body) request.write(part);
    request.end();
  });
}

function read<Answer>(text: string, status: number, url: string): Answer {
  if (status !== 200) throw new Error(`${url}: ${status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}
