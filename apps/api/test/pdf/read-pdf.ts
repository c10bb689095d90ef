import { inflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Client } from '../support/portal.ts';

/** What a reader sees: the lines of every page, and the document's own title. */
export async function readPdf(bytes: Uint8Array): Promise<{ pages: string[][]; title: string }> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await document.getMetadata();
  return { pages: text.map((page) => page.split('\n')), title: String((info as { Title?: unknown }).Title) };
}

/** The answer as bytes, of any type. */
export function bytesOf(test: ReturnType<Client['get']>) {
  return test.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => done(null, Buffer.concat(chunks)));
  });
}

/** An element of the structure tree with its text, or with its children; as a screen reader finds it. */
export type Read = readonly [role: string, content: string | readonly Read[]];

/** What is read aloud of each page, in reading order. */
export async function readAloud(bytes: Uint8Array): Promise<(readonly Read[])[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages: (readonly Read[])[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const texts = new Map<string, string>();
    let owner = '';
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    for (const item of items) {
      if ('str' in item) texts.set(owner, (texts.get(owner) ?? '') + item.str + (item.hasEOL ? ' ' : ''));
      else owner = item.type === 'beginMarkedContentProps' ? item.id : '';
    }
    const read = ({ role, children }: StructNode): Read => {
      const [first] = children;
      if (first && !('role' in first)) return [role, (texts.get(first.id) ?? '').trim()];
      return [role, children.length === 0 ? '' : (children as StructNode[]).map(read)];
    };
    const tree = (await page.getStructTree()) as StructNode;
    pages.push((tree.children as StructNode[]).map(read));
  }
  return pages;
}

type StructNode = { role: string; children: (StructNode | { id: string })[] };

/** The small objects of a file as they are written, unpacked from their streams. */
export function packedObjects(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  return [...text.matchAll(/\/Type\/ObjStm\/N \d+\/First (\d+)[^>]*\/Length (\d+)>>\nstream\n/g)].flatMap((found) => {
    const start = found.index + found[0].length;
    const unpacked = inflateSync(file.subarray(start, start + Number(found[2]))).toString('latin1');
    return unpacked.slice(Number(found[1])).trimEnd().split('\n');
  });
}
