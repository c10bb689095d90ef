// `pnpm check:docs`: links between documents work, files and decision records that documents and code comments name exist, records
// have their form and are in the index, README and documents keep their length, and .nvmrc names the Node that npm brings.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const README_WORDS = 600;
/** All documents together, the changelog included. */
const DOCUMENTS_KB = 372;
/** Of every decision record, in this order. */
const RECORD =
  /^# (\d+)\. .+\n\nDate: \d{4}-\d\d-\d\d · Status: \S.*\n[^]*\*\*Context\.\*\*[^]*\*\*Decision\.\*\*[^]*\*\*Consequences\.\*\*/;
/** A path that begins with a folder of the repository and ends with a file's or folder's name. */
const PATH = '(?:apps|packages|dev|tools|e2e|bench|faults|scripts|prisma|docs|docker)\\/[\\w./-]*\\w';
/** In documents paths stand in backticks. */
const NAMED = new RegExp(`\`(${PATH}\\/?)\``, 'g');
/** In code they stand in comments, perhaps with a heading; a path within a longer one is not meant. */
const IN_COMMENT = new RegExp(`(?<![\\w./@-])(${PATH})(?:#([\\w-]+))?`, 'g');
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|<!--).*|\s\/\/ .*|\/\*.*/;
const CODE = /\.(ts|tsx|mjs|js|css|html|sql|prisma|yml|yaml|sh|conf)$|Dockerfile|Caddyfile/;
/** What a build writes. */
const BUILT = /\/(dist|generated|node_modules)(\/|$)/;
/** A migration that has landed is never edited. */
const LANDED = /^prisma\/migrations\//;

const problems = [];
const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .stdout.split('\n')
  .filter((file) => file !== '' && existsSync(file));
const documents = files.filter((file) => file.endsWith('.md'));
const pages = documents.filter((page) => page !== 'CHANGELOG.md');
const records = readdirSync('docs/adr').filter((file) => /^\d{4}-/.test(file));
for (const page of pages) checkPage(page, readFileSync(page, 'utf8'));
for (const file of files) if (CODE.test(file) && !LANDED.test(file)) checkComments(file, readFileSync(file, 'utf8'));
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
  checkRecordNumbers(page, text);
}

function checkComments(file, text) {
  for (const [index, line] of text.split('\n').entries()) {
    const comment = COMMENT.exec(line)?.[0] ?? '';
    for (const [, path, heading] of comment.matchAll(IN_COMMENT)) {
      if (BUILT.test(path)) continue;
      if (!existsSync(path)) problems.push(`${file}:${index + 1}: ${path} does not exist`);
      else if (heading && !anchors(path).includes(heading))
        problems.push(`${file}:${index + 1}: ${path} has no ${heading}`);
    }
  }
  checkRecordNumbers(file, text);
}

/** Records are cited by number: 'ADR 35', in links and in text. */
function checkRecordNumbers(file, text) {
  for (const [, number] of text.matchAll(/\bADR (\d+)\b/g)) {
    if (!records.some((name) => Number(name.slice(0, 4)) === Number(number)))
      problems.push(`${file}: ADR ${number} does not exist`);
  }
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
  for (const name of records) {
    const number = RECORD.exec(readFileSync(join(folder, name), 'utf8'))?.[1];
    if (Number(number) !== Number(name.slice(0, 4)))
      problems.push(`${join(folder, name)}: not in the form of docs/adr/README.md`);
    if (!index.includes(`(${name})`)) problems.push(`${join(folder, name)}: not in the index`);
  }
}

function checkLength() {
  const words = readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean).length;
  if (words >= README_WORDS) problems.push(`README.md has ${words} words; fewer than ${README_WORDS} are allowed`);
  const bytes = documents.reduce((sum, file) => sum + statSync(file).size, 0);
  if (bytes > DOCUMENTS_KB * 1024)
    problems.push(`documents have ${Math.ceil(bytes / 1024)} KB; at most ${DOCUMENTS_KB} are allowed`);
}

function checkNode() {
  const pinned = /^ {2}node: (\S+)$/m.exec(readFileSync('pnpm-workspace.yaml', 'utf8'))?.[1];
  const named = readFileSync('.nvmrc', 'utf8').trim();
  if (named !== pinned) problems.push(`.nvmrc names Node ${named}, pnpm-workspace.yaml ${pinned}`);
}
