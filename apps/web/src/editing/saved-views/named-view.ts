import type { KindTypes } from '../kind/kind.ts';
import type { ColumnMode } from '../state/use-column-mode.tsx';
import type { ListView } from '../state/use-list-editor.ts';

/** A view as it was chosen or saved. */
export type NamedView = { readonly name: string; readonly address: string };

/** What a view says, as it is saved. */
export function addressOf<T extends KindTypes>({ view }: ListView<T>, { mode }: ColumnMode<T>): string {
  const said = { ...view.said(), mode: mode === 'standard' ? undefined : mode };
  return new URLSearchParams(Object.entries(said).flatMap(([name, part]) => (part ? [[name, part]] : []))).toString();
}
