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
