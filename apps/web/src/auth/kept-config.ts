import type { RuntimeConfig } from '@portal/contracts';
import { tabSafe } from '../lib/safe-storage.ts';

const KEY = 'configOfSignIn';
/** Longer than somebody takes for the provider's form; what an operator changes meanwhile is found by the next sign-in. */
const KEPT_MS = 10 * 60_000;

/** Keeps, for this tab, the configuration that a sign-in is begun with: the provider's answer is taken up with the same (rule 1.1). */
export function keepConfig(config: RuntimeConfig): void {
  tabSafe.set(KEY, JSON.stringify({ config, at: Date.now() }));
}

/** @returns what was kept by the page that left for the provider, once; undefined after ten minutes and where the browser kept nothing */
export function takeKeptConfig(): RuntimeConfig | undefined {
  const text = tabSafe.get(KEY);
  tabSafe.remove(KEY);
  try {
    const { config, at } = JSON.parse(text ?? '') as { config: RuntimeConfig; at: number };
    const age = Date.now() - at;
    return age >= 0 && age < KEPT_MS ? config : undefined;
  } catch {
    return undefined; // nothing there, or not written by this portal: it is asked for
  }
}
