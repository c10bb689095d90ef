import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';
import { localSafe } from '../lib/safe-storage.ts';

const KEY = 'mantine-color-scheme-value';

/** Like Mantine's, on a storage that never fails. */
export const colorSchemes: MantineColorSchemeManager = {
  get(fallback) {
    const stored = localSafe.get(KEY);
    return isMantineColorScheme(stored) ? stored : fallback;
  },
  set(scheme) {
    localSafe.set(KEY, scheme);
  },
  subscribe(onUpdate) {
    listener = ({ key, newValue }) => {
      if (key === KEY && isMantineColorScheme(newValue)) onUpdate(newValue);
    };
    addEventListener('storage', listener);
  },
  unsubscribe() {
    if (listener) removeEventListener('storage', listener);
  },
  clear() {
    localSafe.remove(KEY);
  },
};

/** Hears of a choice made in another tab. */
let listener: ((event: StorageEvent) => void) | undefined;
