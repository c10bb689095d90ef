import { beforeEach, describe, expect, test } from '@jest/globals';
import { leaveForSignIn } from '../src/app/leave-for-sign-in.ts';
import { CONFIG } from './support/portal.tsx';

/** Addresses that were asked. A place without an answer does not exist. */
let asked: string[];
let answers: Record<string, () => Response>;

beforeEach(() => {
  asked = [];
  answers = { '/api/config': () => Response.json(CONFIG) };
  globalThis.fetch = (async (address: string) => {
    asked.push(address);
    const answer = answers[address];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  }) as typeof fetch;
});

const at = (address: string) => new URL(address, 'https://portal.example') as unknown as Location;

describe('who comes to the portal leaves for the sign-in before the application is loaded (rule 1.1)', () => {
  test.each([
    ['an answer of the provider', '/p/1/x#state=a&session_state=b&iss=c&code=d'],
    ['a refusal of the provider', '/#error=access_denied&error_description=x&state=a'],
    ['a link of a mail', `/mail/abmelden#${'t'.repeat(43)}`],
  ])('but not with %s: the application is needed, and nothing is asked', async (_name, address) => {
    expect(await leaveForSignIn(at(address))).toBe(false);
    expect(asked).toEqual([]);
  });

  test('stays to say that the portal does not answer, or answers what cannot be read', async () => {
    delete answers['/api/config'];
    expect(await leaveForSignIn(at('/'))).toBe(false);
    answers['/api/config'] = () => new Response('<html>', { status: 502 });
    expect(await leaveForSignIn(at('/#settings'))).toBe(false);
    expect(asked).toEqual(['/api/config', '/api/config']);
  });

  test('stays to say what is missing in the configuration', async () => {
    answers['/api/config'] = () => Response.json({ ...CONFIG, kcRealm: '' });
    expect(await leaveForSignIn(at('/'))).toBe(false);
    expect(asked).toEqual(['/api/config']);
  });

  test('stays to say that the provider cannot be reached, where the browser would show a page of its own', async () => {
    expect(await leaveForSignIn(at('/'))).toBe(false);
    expect(asked).toEqual(['/api/config', `${CONFIG.kcUrl}/realms/${CONFIG.kcRealm}/.well-known/openid-configuration`]);
  });
});
