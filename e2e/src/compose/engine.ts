import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');

type Config = { readonly services: Readonly<Record<string, { readonly image: string; readonly build?: object }>> };

const docker = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  spawnSync('docker', args, { encoding: 'utf8', env });

/** What is missing to run anything, in words; undefined where nothing is. */
export function whyNoEngine(): string | undefined {
  if (docker(['version', '--format', '{{.Server.Version}}']).status !== 0) return 'no container engine';
  return docker(['compose', 'version']).status === 0 ? undefined : 'no Docker Compose 2';
}

/** Images of others that services of a profile need and that are neither here nor to be had. */
export function missingImages(profile: string, env: NodeJS.ProcessEnv): string[] {
  const { status, stdout, stderr } = docker(['compose', '--profile', profile, 'config', '--format', 'json'], env);
  if (status !== 0) throw new Error(stderr);
  const { services } = JSON.parse(stdout) as Config;
  const images = Object.values(services).flatMap(({ image, build }) => (build ? [] : [image]));
  const isHere = (image: string) => docker(['image', 'inspect', image]).status === 0;
  return [...new Set(images)].filter((image) => !isHere(image) && docker(['pull', '--quiet', image]).status !== 0);
}

/** Commands as somebody types them into one shell. */
export function runCommands(
  commands: string,
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
): Promise<{ code: number | null; output: string }> {
  return new Promise((settle, reject) => {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', commands], { cwd: folder, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => void (output += part.toString()));
    child.stdin.end();
    child.on('error', reject);
    child.on('close', (code) => settle({ code, output }));
  });
}
