import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';

/** Secrets are written here and nowhere else: a new file that only its owner reads (mode 600). */
export type SecretsFile = ReturnType<typeof createSecretsFile>;

/** @throws Error EEXIST where the file is there already, EACCES and the like where it cannot be made */
export function createSecretsFile(path: string, headings: readonly string[]) {
  const file = openSync(path, 'wx', 0o600);
  const write = (cells: readonly string[]) => {
    writeSync(file, `${cells.join(';')}\r\n`);
    fsyncSync(file);
  };
  write(headings);
  let count = 0;
  return {
    path,
    /** Before the account is made: a secret is never lost. */
    add(cells: readonly string[]) {
      write(cells);
      count += 1;
    },
    /** @returns whether there is a secret in it; an empty one is removed */
    close(): boolean {
      closeSync(file);
      if (count === 0) rmSync(path);
      return count > 0;
    },
  };
}
