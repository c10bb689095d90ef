import type { Page } from '@playwright/test';

/**
 * Lets the next call of one kind fail as if the server had failed; those after it go through. Done inside the page, once it is loaded:
 * after the way over the identity provider the browser does not always tell its remote control of the page's calls.
 */
export async function breakNextCall(page: Page, method: string, path: string): Promise<void> {
  await page.evaluate(
    ([brokenMethod, brokenPath]) => {
      const real = globalThis.fetch;
      globalThis.fetch = async (input, init) => {
        const request = new Request(input, init);
        if (request.method !== brokenMethod || !new URL(request.url).pathname.startsWith(brokenPath))
          return real(request);
        globalThis.fetch = real;
        const refusal = {
          status: 'ERROR',
          reason: 'internal',
          message: 'Es ist ein Fehler aufgetreten.',
          requestId: 'e2e',
        };
        return Response.json(refusal, { status: 500 });
      };
    },
    [method, path] as const,
  );
}
