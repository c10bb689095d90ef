// `pnpm check:docs`: links between documents lead somewhere, files they name exist, decision records have their form and
// stand in the index, the README is short, and .nvmrc names the Node that npm brings.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const README_WORDS = 600;
/** Of every decision record, in this order. */
const RECORD =
  /^# (\d+)\. .+\n\nDate: \d{4}-\d\d-\d\d · Status: \S.*\n[^]*\*\*Background\.\*\*[^]*\*\*Decision\.\*\*[^]*\*\*Consequences\.\*\*/;
const RECORD_PARTS = ['**Example.**', '**Do**', "**Don't**"];
/** Paths in backticks that begin with a folder of the repository and end with a file's or folder's name. */
const NAMED = /`((?:apps|packages|dev|tools|e2e|bench|faults|scripts|prisma|docs|docker)\/[\w./-]+)`/g;

const problems = [];
const pages = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
  .stdout.split('\n')
  .filter((page) => page !== '' && page !== 'CHANGELOG.md' && existsSync(page));
for (const page of pages) checkPage(page, readFileSync(page, 'utf8'));
checkRecords('docs/adr');
checkLength();
checkNode();

process.stdout.write(`${pages.length} pages, ${problems.length} problems\n`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);

function checkPage(page, text) {
  for (const [, link] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [path, heading] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(target)) problems.push(`${page}: ${link} leads nowhere`);
    else if (heading && !anchors(target).includes(heading)) problems.push(`${page}: ${link} names no heading`);
  }
  for (const [, path] of text.matchAll(NAMED)) if (!existsSync(path)) problems.push(`${page}: ${path} does not exist`);
}

/** The names that GitHub gives the headings of a page. */
function anchors(page) {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function checkRecords(folder) {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const name of readdirSync(folder).filter((file) => /^\d{4}-/.test(file))) {
    const text = readFileSync(join(folder, name), 'utf8');
    const number = RECORD.exec(text)?.[1];
    const missing = RECORD_PARTS.filter((part) => !text.includes(part));
    if (Number(number) !== Number(name.slice(0, 4)) || missing.length > 0)
      problems.push(`${join(folder, name)}: not in the form of docs/adr/README.md ${missing.join(' ')}`);
    if (!index.includes(`(${name})`)) problems.push(`${join(folder, name)}: not in the index`);
  }
}

function checkLength() {
  const words = readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean).length;
  if (words >= README_WORDS) problems.push(`README.md has ${words} words; fewer than ${README_WORDS} are allowed`);
}

function checkNode() {
  const pinned = /^ {2}node: (\S+)$/m.exec(readFileSync('pnpm-workspace.yaml', 'utf8'))?.[1];
  const named = readFileSync('.nvmrc', 'utf8').trim();
  if (named !== pinned) problems.push(`.nvmrc names Node ${named}, pnpm-workspace.yaml ${pinned}`);
}
