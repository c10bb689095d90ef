import { writeFile } from 'node:fs/promises';
import { printRealm, REALM_FILES } from './realm-files.ts';

/** `pnpm keycloak:realm`: writes the realm files again after the people, programs or settings have changed. */
for (const { path, realm } of REALM_FILES) {
  await writeFile(path, printRealm(realm));
  process.stdout.write(`${path}\n`);
}
