import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BLOCK = /^( *)```(\w*)\n([^]*?)^\1```$/gm;

/** What a document wants to be typed or written into a file: the word behind the fence, the heading above, the text without indentation. */
export type Block = { readonly language: string; readonly heading: string; readonly text: string };

/** The fenced blocks of a document, in its order. @param path within the repository @throws Error for a fence in another form */
export function blocksOf(path: string): Block[] {
  const page = readFileSync(join(ROOT, path), 'utf8');
  if (/```|^ *~~~/m.test(page.replaceAll(BLOCK, ''))) throw new Error(`${path} has a block that is not read`);
  return [...page.matchAll(BLOCK)].map(({ 1: indent = '', 2: language = '', 3: text = '', index }) => ({
    language,
    heading:
      page
        .slice(0, index)
        .match(/^#+ .*$/gm)
        ?.at(-1) ?? '',
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/**
 * The blocks of one language beneath a heading; `count` is how many the caller runs (dev/test/pages.test.ts reads these calls).
 * @throws Error where there are more or fewer
 */
export function commandsOf(path: string, heading: string, count: number, language = ''): string[] {
  const found = blocksOf(path).filter((block) => block.heading === heading && block.language === language);
  if (found.length !== count) throw new Error(`${path} has ${found.length} blocks beneath '${heading}', not ${count}`);
  return found.map(({ text }) => text);
}

/** What stands between backticks in the sentences of a document. */
export function inlineOf(path: string): string[] {
  const page = readFileSync(join(ROOT, path), 'utf8').replaceAll(BLOCK, '');
  return [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
}

/** A command in a sentence, word for word. @throws Error where it is not in the document */
export function commandIn(path: string, text: string): string {
  if (!inlineOf(path).includes(text)) throw new Error(`${path} has no command '${text}'`);
  return text;
}

/** A text with other words in the places of some of its own. @throws Error for a word that is not in it */
export function withWords(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((done, [word, instead]) => {
    if (!text.includes(word)) throw new Error(`'${word}' is not in:\n${text}`);
    return done.replaceAll(word, () => instead);
  }, text);
}
