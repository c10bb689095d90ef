const XSRF = 'x'.repeat(43);

/** Makes a call of the portal as staff in a browser do, and reads the answer to its end. */
export async function call<Answer>(
  url: string,
  method: string,
  body?: object | FormData,
  accept = 'application/json',
): Promise<Answer> {
  const form = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: {
      Accept: accept,
      Authorization: 'Bearer bench',
      Cookie: `XSRF-TOKEN=${XSRF}`,
      'X-XSRF-TOKEN': XSRF,
      ...(form || !body ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
}
