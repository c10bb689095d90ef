import type { startBenchPortal } from '../bench-portal.ts';

export type Portal = Awaited<ReturnType<typeof startBenchPortal>>;
export type Calls = ReturnType<typeof callsOf>;
type Told = { readonly status: number; readonly body: Record<string, unknown> & { message?: string } };

const XSRF = 'x'.repeat(43);

/** The calls of a pharmacy's people and tills, where `{at}` stands for the pharmacy's number and token. */
export function callsOf(portal: Portal, apoId: number) {
  const at = `${apoId}/bench-${apoId}`;
  async function tryCall(method: string, path: string, body?: object, token = 'bench'): Promise<Told> {
    const isForm = body instanceof FormData;
    const response = await fetch(portal.url + path.replace('{at}', at), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        Cookie: `XSRF-TOKEN=${XSRF}`,
        'X-XSRF-TOKEN': XSRF,
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Told['body'] };
  }
  async function call<Answer>(method: string, path: string, body?: object, token = 'bench'): Promise<Answer> {
    const answer = await tryCall(method, path, body, token);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Answer;
  }
  const tillCall = <Answer>(method: string, path: string, body?: object, account = `till-${apoId}`) =>
    call<Answer>(method, `/api/till/v1/${apoId}/${path}`, body, account);
  return { tryCall, call, tillCall };
}
