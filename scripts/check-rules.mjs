// `pnpm check:rules`: every cited rule exists, every rule is cited by product code and by a test, no number occurs twice.
// `pnpm check:rules 4.7` prints where a rule is cited.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BOOK = 'docs/rules';
const READ = /\.(ts|tsx|mjs|js|html|md|css|sql|prisma)$/;
/** A migration that has landed is never edited. */
const LANDED = /^prisma\/migrations\//;
const TEST = /\/test\/|^(e2e|faults)\//;
/** Not part of `npm test`: what each change must keep is not protected by them. */
const NIGHTLY = /^faults\/|\/test-citus\/|\/test\/model\/|\.(nightly|stress)\./;
const BY_NIGHT = /\btestByNight\(/;
const PRODUCT = /^(apps|packages|tools)\/|^prisma\/schema/;
/** 'rule 4.7', 'rules 7.2 and 7.3', 'rules 4.7, 4.8', 'rules 10.22 to 10.24'; a version number has no such word before it. */
const CITED = /\brules? (\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)/gi;
/** Sections of documents that are not in the repository. */
const FOREIGN = /\b(?:specification|design) \d/gi;

const problems = [];
const rules = readBook();
const citations = [...readCitations()];
const wanted = process.argv[2];
if (wanted) printCitations(wanted);
else checkAll();
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);

function readBook() {
  const found = new Map();
  for (const page of readdirSync(BOOK).filter((name) => /^\d+-/.test(name))) {
    const chapter = page.split('-')[0];
    for (const line of readFileSync(join(BOOK, page), 'utf8').split('\n')) {
      const number = /^- \*\*(\d+\.\d+) /.exec(line)?.[1];
      if (!number) continue;
      if (found.has(number)) problems.push(`${page}: ${number} occurs twice`);
      if (!number.startsWith(`${chapter}.`)) problems.push(`${page}: ${number} belongs on another page`);
      found.set(number, { page, line, withdrawn: line.includes('*withdrawn*') });
    }
  }
  return found;
}

function* readCitations() {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  }).stdout;
  for (const file of listed.split('\n').filter((name) => READ.test(name) && !LANDED.test(name) && existsSync(name))) {
    if (file === 'scripts/check-rules.mjs') continue;
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      for (const [, numbers] of line.matchAll(CITED))
        for (const number of expand(numbers)) yield { file, line: index + 1, number, isNightly: isNightly(file, line) };
      for (const [words] of line.matchAll(FOREIGN))
        problems.push(`${file}: '${words}' is not in this repository; cite a rule`);
    }
  }
}

function isNightly(file, line) {
  return NIGHTLY.test(file) || BY_NIGHT.test(line);
}

/** '7.1, 7.3 to 7.5' as four numbers. */
function expand(numbers) {
  return numbers.split(/, | and /).flatMap((part) => {
    const [first, last = first] = part.split(' to ');
    const [chapter, from] = first.split('.').map(Number);
    const count = Number(last.split('.')[1]) - from + 1;
    return Array.from({ length: count }, (_, index) => `${chapter}.${from + index}`);
  });
}

function checkAll() {
  for (const { file, line, number } of citations)
    if (!rules.has(number)) problems.push(`${file}:${line}: rule ${number} does not exist`);
  const inTests = new Set(
    citations.filter((each) => TEST.test(each.file) && !each.isNightly).map(({ number }) => number),
  );
  const inProduct = new Set(
    citations.filter(({ file }) => PRODUCT.test(file) && !TEST.test(file)).map(({ number }) => number),
  );
  for (const [number, { page, withdrawn }] of rules) {
    if (withdrawn) continue;
    if (!inProduct.has(number)) problems.push(`${page}: no product file cites rule ${number}`);
    if (!inTests.has(number)) problems.push(`${page}: no test of \`npm test\` cites rule ${number}`);
  }
  process.stdout.write(`${rules.size} rules, ${citations.length} citations, ${problems.length} problems\n`);
}

function printCitations(number) {
  problems.length = 0;
  const rule = rules.get(number);
  if (!rule) problems.push(`rule ${number} does not exist`);
  else process.stdout.write(`${rule.line}\n`);
  for (const citation of citations.filter((each) => each.number === number))
    process.stdout.write(`${citation.file}:${citation.line}\n`);
}
