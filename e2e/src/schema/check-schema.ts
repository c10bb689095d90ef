import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OWNER_PHARMACY } from '@portal/dev/demo/constants.ts';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import { obtainTokens } from '@portal/dev/identity/sign-in.ts';
import { type Stack, startStack } from '@portal/dev/stack/stack.ts';
import { checkGeneratedClient } from './generated-client.ts';

/**
 * `pnpm test:schema [USER] [ARGUMENT …]`: schemathesis (PyPI) calls every operation of the OpenAPI document at a portal with a database of its
 * own, as the owner of a pharmacy and as sales or as the one named, and looks for answers that the document does not name. Ends with 0 when it finds none,
 * 1 when it does, 2 when schemathesis is not installed. `SCHEMATHESIS` says where it is; further arguments are passed on.
 */
const USERS = ['inhaber', 'vertrieb'];
const [first = '', ...rest] = process.argv.slice(2);
const [users, more] = USERS.includes(first) ? [[first], rest] : [USERS, process.argv.slice(2)];
/** Generated requests of each operation beside those at the limits of each value. */
const EXAMPLES = '5';
/** It builds valid requests only by chance where a schema cannot say a rule, e.g. that a version is the present one. */
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method';
const XSRF = 'x'.repeat(43);

async function main(program = process.env.SCHEMATHESIS ?? 'schemathesis'): Promise<number> {
  if (spawnSync(program, ['--version']).status !== 0) {
    process.stderr.write('schemathesis ist nicht installiert (pip install schemathesis), es wurde nichts geprüft.\n');
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-schema-'));
  await chmod(folder, 0o755); // as root the database runs as another user
  const apiEnv = { PORTAL_RATE_FACTOR: '0' };
  const port = await freePortalPort();
  const stack = await startStack({ port, dataDir: folder, accessTokenSeconds: 3600, apiEnv });
  try {
    const { portalUrl } = stack;
    const document = await (await fetch(`${portalUrl}/api/openapi.json`)).text();
    const [APO_ID, PHARMACY_TOKEN] = [String(OWNER_PHARMACY.apoId), OWNER_PHARMACY.token];
    const settings = { PORTAL_URL: portalUrl, TOKEN: await tokenOf(stack, 'inhaber'), APO_ID, PHARMACY_TOKEN };
    process.stdout.write(`\na client made of the document: ${await checkGeneratedClient(folder, document, settings)}`);
    const config = join(folder, 'schemathesis.toml');
    await writeFile(config, knownValues());
    const codes = [];
    for (const username of users) codes.push(await check(program, config, stack, username));
    return codes.every((code) => code === 0) ? 0 : 1;
  } finally {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without a pharmacy and its token nearly every call is 403. */
function knownValues(): string {
  const { apoId, token } = OWNER_PHARMACY;
  const names = ['apoId', 'crmId', 'pharmacyId', 'crmCompanyId'];
  return `[parameters]\n"path.token" = "${token}"\n${names.map((name) => `"path.${name}" = ${apoId}`).join('\n')}\n`;
}

async function tokenOf({ portalUrl, issuer }: Stack, username: string): Promise<string> {
  const redirectUri = `${portalUrl}/`;
  const login = { issuerUrl: issuer, username, password: 'demo', clientId: 'portal-web', redirectUri };
  return (await obtainTokens(login)).access_token;
}

async function check(program: string, config: string, stack: Stack, username: string): Promise<number | null> {
  const token = await tokenOf(stack, username);
  const headers = [`Authorization: Bearer ${token}`, `Cookie: XSRF-TOKEN=${XSRF}`, `X-XSRF-TOKEN: ${XSRF}`];
  const run = [
    '--config-file',
    config,
    'run',
    `${stack.portalUrl}/api/openapi.json`,
    '--checks',
    CHECKS,
    '--max-examples',
    EXAMPLES,
  ];
  const how = ['--phases', 'coverage,fuzzing', '--no-shrink', '--continue-on-failure', '--generation-database', 'none'];
  process.stdout.write(`\n${username}\n`);
  const options = [...run, ...how, ...headers.flatMap((header) => ['--header', header]), ...more];
  // It keeps files of its own in its folder. The identity provider lives in this process, which therefore must not wait idly.
  const child = spawn(program, options, { stdio: 'inherit', cwd: dirname(config) });
  return new Promise((settle, reject) => child.on('error', reject).on('close', settle));
}

process.exitCode = await main();
