import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { oneOf } from '../../lib/address-parts.ts';
import { useAddress, useOpenedWith } from '../../lib/use-address.ts';
import { shownOf, useStoredToggles } from '../../lib/use-stored-toggles.ts';
import { ModeBar, type ScreenMode } from '../../ui/screen/ModeBar.tsx';
import type { Kind, KindTypes, ToggleName } from '../kind/kind.ts';

/** Optional columns that are off until somebody asks for them. */
const OFF_AT_FIRST: ReadonlySet<string> = new Set(['showBrand', 'showAepPrice']);

const MODES: readonly ScreenMode[] = ['standard', 'expert'];

export type ColumnToggle = {
  readonly name: string;
  readonly label: string;
  readonly shown: boolean;
  readonly onToggle: (shown: boolean) => void;
};
const NO_TOGGLES: readonly ColumnToggle[] = [];

/** Rules 4.5 and 6.10; `bar` is shown in the header. */
export function useColumnMode<T extends KindTypes>(kind: Kind<T>) {
  const { t } = useTranslation('editing');
  const address = useOpenedWith();
  const [mode, setMode] = useState(() => oneOf<ScreenMode>(MODES, address.get('mode'), 'standard'));
  useAddress({ mode: mode === 'standard' ? undefined : mode });
  const [chosen, toggle] = useStoredToggles<T['toggle']>(kind.toggles, OFF_AT_FIRST);
  const [standard] = useState(() => shownOf<T['toggle']>(kind.toggles, (name) => kind.standard.has(name)));
  const toggles: readonly ColumnToggle[] = kind.toggles.map((name: T['toggle']) => ({
    name,
    label: t(`toggle.${name as ToggleName}`),
    shown: chosen[name],
    onToggle: (shown: boolean) => toggle(name, shown),
  }));
  const bar = kind.toggles.length > 0 && <ModeBar mode={mode} onMode={setMode} />;
  return {
    mode,
    setMode: (next: string | null) => setMode(oneOf(MODES, next, 'standard')),
    shown: mode === 'expert' ? chosen : standard,
    bar,
    /** Switches of the expert's columns. */
    toggles: mode === 'expert' ? toggles : NO_TOGGLES,
  };
}

export type ColumnMode<T extends KindTypes> = ReturnType<typeof useColumnMode<T>>;
