type Key = { readonly key: string } & Readonly<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>>;

/** Which way a key leads through the steps: Ctrl and Z back, Ctrl and Y or Shift as well forth again. */
export function stepKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): 'back' | 'forth' | undefined {
  if (altKey || !(ctrlKey || metaKey)) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'forth' : 'back';
  return letter === 'y' && !shiftKey ? 'forth' : undefined;
}
