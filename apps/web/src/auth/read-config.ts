import type { RuntimeConfig } from '@portal/contracts';

/**
 * Reads the configuration before the application, and with it the client of the api, is loaded.
 * @throws where the portal does not answer, refuses or answers something else; the application asks again and says so
 */
export async function readConfig(): Promise<RuntimeConfig> {
  const answer = await fetch('/api/config', { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`/api/config: ${answer.status}`);
  return (await answer.json()) as RuntimeConfig;
}
