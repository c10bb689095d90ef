import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { KeysHelp as Help } from './use-keys-help.ts';

const KeysDialog = lazyPart(() => import('./KeysDialog.tsx'));

/** Loaded when asked for. */
export function KeysHelp({ help }: { help: Help }) {
  return help.opened ? (
    <Suspense>
      <KeysDialog help={help} />
    </Suspense>
  ) : null;
}
