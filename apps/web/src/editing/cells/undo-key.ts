type Key = { readonly key: string } & Readonly<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>>;

/** Ctrl+Z back; Ctrl+Y or Shift+Ctrl+Z forth. */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): 'back' | 'forth' | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'forth' : 'back';
  return letter === 'y' && !shiftKey ? 'forth' : undefined;
}
