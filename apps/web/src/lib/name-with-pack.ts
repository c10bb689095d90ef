/** 'Salbe, 100 g'; the pack is left out where it is not known. */
export const nameWithPack = (name: string, content: string | null): string =>
  [name, content].filter(Boolean).join(', ');
