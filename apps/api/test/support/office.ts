import { execFile, spawnSync } from 'node:child_process';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';

/** Whether LibreOffice is installed; says so on behalf of a test that then tries less. */
export function hasOffice(test: string): boolean {
  const found = spawnSync('soffice', ['--version']).status === 0;
  if (!found) process.stderr.write(`${test}: soffice is not installed, so nothing goes through LibreOffice\n`);
  return found;
}

/**
 * Opens a file in LibreOffice and saves it in another form in `folder`. A profile of its own, so that one that runs already does not answer.
 * @returns the path of the new file
 */
export async function convertByOffice(
  path: string,
  ending: string,
  folder: string,
  more: readonly string[] = [],
): Promise<string> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const to = ['--convert-to', ending, '--outdir', folder];
  await promisify(execFile)('soffice', [profile, '--headless', ...more, ...to, path]);
  return join(folder, `${basename(path, extname(path))}.${ending}`);
}
