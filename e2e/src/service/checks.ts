export type Check = (name: string, got: unknown, wanted: unknown) => void;

/** Comparisons that are counted and told; the first that fails ends the run. */
export function checks(say: (line: string) => void): { check: Check; passed: () => number } {
  let passed = 0;
  const check: Check = (name, got, wanted) => {
    const [a, b] = [JSON.stringify(got), JSON.stringify(wanted)];
    if (a !== b) throw new Error(`${name}: ${a}, not ${b}`);
    passed += 1;
    say(`ok  ${name}`);
  };
  return { check, passed: () => passed };
}

/** @throws Error where it is not so within a minute */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = performance.now() + 60_000; !(await isSo()); ) {
    if (performance.now() > giveUpAt) throw new Error(`it does not come to it: ${isSo.toString()}`);
    await new Promise((settle) => setTimeout(settle, 100));
  }
}
