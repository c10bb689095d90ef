import { useState } from 'react';
import { localSafe } from './safe-storage.ts';

/** Which of the named things are shown. */
export type Shown<Name extends string> = Readonly<Record<Name, boolean>>;

/**
 * Rule 4.5.
 * @param offAtFirst off by default
 */
export function useStoredToggles<Name extends string>(
  names: readonly Name[],
  offAtFirst: ReadonlySet<string>,
): [Shown<Name>, (name: Name, shown: boolean) => void] {
  const [shown, setShown] = useState(() =>
    shownOf(names, (name) => {
      const stored = localSafe.get(name);
      return stored === null ? !offAtFirst.has(name) : stored === 'true';
    }),
  );
  const toggle = (name: Name, value: boolean) => {
    localSafe.set(name, String(value));
    setShown((before) => ({ ...before, [name]: value }));
  };
  return [shown, toggle];
}

/** The record of what is shown. */
export function shownOf<Name extends string>(names: readonly Name[], isShown: (name: Name) => boolean): Shown<Name> {
  return Object.fromEntries(names.map((name) => [name, isShown(name)])) as Shown<Name>;
}
