// `pnpm check:rules`: every cited rule exists, every rule names code and a test that exist, no number stands twice.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BOOK = 'docs/rules';
const READ = /\.(ts|tsx|mjs|md|css|sql|prisma)$/;
/** A migration that has landed is never edited. */
const LANDED = /^prisma\/migrations\//;
/** 'rule 4.7', 'rules 7.2 and 7.3', 'rules 4.7, 4.8'; a version number has no such word before it. */
const CITED = /\brules? (\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*)/gi;
/** Sections of documents that are not in the repository. */
const FOREIGN = /\b(?:specification|design) \d/gi;

const problems = [];
const rules = new Map();
for (const page of readdirSync(BOOK).filter((name) => /^\d+-/.test(name)))
  readPage(join(BOOK, page), page.split('-')[0]);
const cited = citations();

process.stdout.write(`${rules.size} rules, ${cited} citations, ${problems.length} problems\n`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);

function readPage(file, chapter) {
  let number = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const head = /^- \*\*(\d+\.\d+) /.exec(line);
    if (head) {
      number = head[1];
      if (rules.has(number)) problems.push(`${file}: ${number} stands twice`);
      if (!number.startsWith(`${chapter}.`)) problems.push(`${file}: ${number} belongs on another page`);
      rules.set(number, { file, code: [], test: [], withdrawn: line.includes('*withdrawn*') });
    }
    const held = /^ {2}- (code|test): (.*)$/.exec(line);
    if (held) rules.get(number)[held[1]].push(...[...held[2].matchAll(/`([^`]+)`/g)].map(([, path]) => path));
  }
  for (const [name, rule] of rules) if (rule.file === file && !rule.withdrawn) judge(name, rule);
}

function judge(number, rule) {
  for (const kind of ['code', 'test']) {
    if (rule[kind].length === 0) problems.push(`${rule.file}: ${number} names no ${kind}`);
    for (const path of rule[kind])
      if (!existsSync(path)) problems.push(`${rule.file}: ${number} names ${path}, which does not exist`);
  }
}

function citations() {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  }).stdout;
  let count = 0;
  for (const file of listed.split('\n').filter((name) => READ.test(name) && !LANDED.test(name) && existsSync(name))) {
    const text = readFileSync(file, 'utf8');
    for (const match of text.matchAll(CITED)) {
      for (const number of match[1].match(/\d+\.\d+/g) ?? []) {
        count += 1;
        if (!rules.has(number)) problems.push(`${file}: rule ${number} does not exist`);
      }
    }
    if (file !== 'scripts/check-rules.mjs') {
      for (const [words] of text.matchAll(FOREIGN))
        problems.push(`${file}: '${words}' is not in this repository; cite a rule`);
    }
  }
  return count;
}
