const XSRF = 'x'.repeat(43);

export type Answer = { status: number; headers: Headers; body: unknown };

/** A caller of a running instance or of what stands in front of several. */
export type HttpClient = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: object): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  upload(path: string, file: { name: string; content: string }, fields?: Record<string, string>): Promise<Answer>;
};

/** Calls with this token; writes carry matching XSRF cookie and header, as a browser's do. A broken connection rejects. */
export function httpClient(url: string, token: string): HttpClient {
  const call = async (method: string, path: string, headers: Record<string, string>, body?: string | FormData) => {
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        Authorization: `Bearer ${token}`,
        Cookie: `XSRF-TOKEN=${XSRF}`,
        'X-XSRF-TOKEN': XSRF,
        ...headers,
      },
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
    return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  };
  const json = (method: string) => (path: string, body?: object) =>
    body === undefined
      ? call(method, path, {})
      : call(method, path, { 'Content-Type': 'application/json' }, JSON.stringify(body));
  return {
    // As a browser revalidates; fetch itself would ask for an answer past every cache.
    get: (path, headers = {}) => call('GET', path, { 'Cache-Control': 'max-age=0', ...headers }),
    put: json('PUT'),
    post: json('POST'),
    upload(path, file, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('csv', new Blob([file.content]), file.name);
      return call('POST', path, {}, form);
    },
  };
}
