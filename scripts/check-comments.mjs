// `pnpm check:comments`: comments are few and short, and retired words do not come back (docs/development.md).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MAX_WORDS_PER_COMMENT = 40;
/** The parts that are measured: the folder of their product code, and words per 1,000 lines. */
const PARTS = {
  web: { folder: /^apps\/web\/src\//, most: 550 },
  api: { folder: /^apps\/api\/src\//, most: 550 },
  packages: { folder: /^packages\/[^/]+\/src\//, most: 550 },
};
const NOT_MEASURED = /generated|\.stories\.|\.d\.ts$/;
/** Words that had several meanings or that the field has a better word for. */
const RETIRED =
  /\b(?:ask(?:ing|ed)? ahead|askAhead|AskFor|firstScreenAsked|cameWithin|BeginAnew|takeAnew|mistype|PriceListWork|PriceUpdateWork|READS_ONLY|DEISSUE|nextTurn|startByTurns|settleAhead|whatIsKnown|KnownPharmacy|whoever|PATIENCE_MS|SOON_MS)\b/;

const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
}).stdout;
const problems = [];
const counts = Object.fromEntries(Object.keys(PARTS).map((part) => [part, { lines: 0, words: 0 }]));
for (const file of listed.split('\n').filter((name) => name !== '' && !NOT_MEASURED.test(name))) {
  const part = Object.keys(PARTS).find((name) => PARTS[name].folder.test(file));
  const text = read(file);
  const retired = RETIRED.exec(text);
  if (retired) problems.push(`${file}: '${retired[0]}' is retired`);
  if (part) measure(file, text, counts[part]);
}
for (const [part, { lines, words }] of Object.entries(counts)) {
  const share = Math.round((words / lines) * 1000);
  process.stdout.write(`${part}: ${lines} lines, ${words} words in comments, ${share} per 1,000 lines\n`);
  const { most } = PARTS[part];
  if (share > most) problems.push(`${part}: ${share} words, ${most} are allowed`);
}
process.stdout.write(`${problems.length} problems\n`);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // deleted, and not yet committed
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}

function measure(file, text, count) {
  count.lines += text.split('\n').length - 1;
  for (const { line, words, tagged } of comments(text)) {
    count.words += words + tagged;
    if (words > MAX_WORDS_PER_COMMENT)
      problems.push(`${file}:${line}: a comment of ${words} words, ${MAX_WORDS_PER_COMMENT} are allowed`);
  }
}

/** The comments of a file; lines of `//` below each other are one. `tagged` counts the words from the first @-tag on. */
function comments(text) {
  const found = [];
  let block;
  let last;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (block) {
      block.text += ` ${line.replace(/\*\/.*$/, '').replace(/^\*(?!\/)/, '')}`;
      if (line.includes('*/')) block = undefined;
      continue;
    }
    const opened = /^\{?\/\*+(.*)$/.exec(line);
    const slashes = /^\/\/(.*)$/.exec(line) ?? /^(?:[^'"`]|'[^']*'|"[^"]*"|`[^`]*`)*?[^:'"`/]\/\/ (.*)$/.exec(line);
    if (opened) {
      const entry = { line: index + 1, text: opened[1].replace(/\*\/.*$/, '') };
      found.push(entry);
      if (!line.includes('*/')) block = entry;
      last = undefined;
    } else if (slashes) {
      const whole = line.startsWith('//');
      if (whole && last) last.text += ` ${slashes[1]}`;
      else {
        const entry = { line: index + 1, text: slashes[1] };
        found.push(entry);
        last = whole ? entry : undefined;
      }
    } else last = undefined;
  }
  return found.map(({ line, text: whole }) => {
    const [plain, ...tags] = whole.split(/\s@(?=[a-z])/);
    return { line, words: count(plain), tagged: count(tags.join(' ')) };
  });
}

function count(text) {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
