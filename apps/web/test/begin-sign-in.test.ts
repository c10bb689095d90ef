import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { beginSignIn } from '../src/app/begin-sign-in.ts';
import { LoginConfigError, storeConfig } from '../src/auth/login-config.ts';
import { CONFIG } from './support/portal.tsx';

let asked: string[];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  answer = () => Response.json(CONFIG);
  globalThis.fetch = (async (address: string) => {
    asked.push(address);
    return answer();
  }) as typeof fetch;
});

const at = (address: string) => new URL(address, 'https://portal.example') as unknown as Location;
const ANSWER = '/p/1/x#state=a&session_state=b&iss=c&code=d';

describe("the provider's answer is taken up before the application is there (rule 1.1)", () => {
  test.each(['/p/1/x', '/#settings', `/mail/abmelden#${'t'.repeat(43)}`])(
    'only where there is one: %s',
    async (address) => {
      expect(await beginSignIn(at(address))).toBeUndefined();
      expect(asked).toEqual([]);
    },
  );

  test.each([
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')) as unknown as Response],
    ['refuses', () => Response.json({ error: 'unavailable' }, { status: 503 })],
    ['answers what cannot be read', () => new Response('<html>')],
  ])('where the portal %s, the application asks again and says so', async (_name, given) => {
    answer = given;
    expect(await beginSignIn(at(ANSWER))).toBeUndefined();
    expect(asked).toEqual(['/api/config']);
  });

  test('what is wrong with the configuration is told by the application', async () => {
    answer = () => Response.json({ ...CONFIG, kcRealm: '' });
    const begun = await beginSignIn(at(ANSWER));
    expect(begun?.config).toEqual({ ...CONFIG, kcRealm: '' });
    await expect(begun?.keycloak).rejects.toThrow(LoginConfigError);
  });

  describe('with the configuration that the page which left for the provider has kept', () => {
    const KEPT_AT = Date.parse('2026-11-02T09:00:00Z');
    const clockAt = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(ms);
    beforeEach(() => {
      clockAt(KEPT_AT);
      storeConfig({ ...CONFIG, kcRealm: '' });
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });
    const configs = async () => [(await beginSignIn(at(ANSWER)))?.config.kcRealm, ...asked];

    test('it is not asked for again, and serves one sign-in', async () => {
      expect(await configs()).toEqual(['']);
      expect(await configs()).toEqual([CONFIG.kcRealm, '/api/config']);
    });

    test.each([
      ['ten minutes later', 10 * 60_000],
      ['where the clock was put back', -1],
    ])('but %s', async (_name, ms) => {
      clockAt(KEPT_AT + ms);
      expect(await configs()).toEqual([CONFIG.kcRealm, '/api/config']);
    });

    test.each(['', '{', 'null', '{"at":"x"}'])('but where something else stands in its place: %j', async (text) => {
      sessionStorage.setItem('configOfSignIn', text);
      expect(await configs()).toEqual([CONFIG.kcRealm, '/api/config']);
    });
  });
});
