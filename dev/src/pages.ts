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

/** The commands beneath a heading, one text for each block. @throws Error where there are none */
export function commandsOf(path: string, heading: string): string[] {
  const found = blocksOf(path).filter((block) => block.heading === heading && block.language === '');
  if (found.length === 0) throw new Error(`${path} has no commands beneath '${heading}'`);
  return found.map(({ text }) => text);
}

/** A text with other words in the places of some of its own. @throws Error for a word that is not in it */
export function withWords(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((done, [word, instead]) => {
    if (!text.includes(word)) throw new Error(`'${word}' is not in:\n${text}`);
    return done.replaceAll(word, () => instead);
  }, text);
}
