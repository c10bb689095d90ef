/** Rule 10.33. */
export function namesOfSeveralProducers(names: readonly string[], producers: readonly string[]): ReadonlySet<string> {
  const producerOf = new Map<string, string>();
  const several = new Set<string>();
  for (const [row, name] of names.entries()) {
    const producer = producers[row] ?? '';
    const first = producerOf.get(name);
    if (first === undefined) producerOf.set(name, producer);
    else if (first !== producer) several.add(name);
  }
  return several;
}
