import type { PdfDocument } from '../../pdf/document.ts';
import { pdfText } from '../../pdf/pdf-file.ts';

/** Enough for 20,000 rows, few enough to look through. */
const MAX_BOOKMARKS = 50;

/**
 * Rule 10.31.
 * @param articles the first of each page
 */
export function addBookmarks(
  { file, pages, pageSize }: PdfDocument,
  title: string,
  articles: readonly string[],
): number {
  const at = (page: number) => `/Dest[${pages[page]} 0 R/XYZ 0 ${pageSize.height} 0]`;
  const root = file.reserve();
  const whole = file.reserve();
  const interval = Math.ceil(articles.length / MAX_BOOKMARKS);
  const marked = articles.length === 1 ? [] : articles.map((_, page) => page).filter((page) => page % interval === 0);
  const items = marked.map((page) => ({ page, id: file.reserve() }));
  for (const [index, { page, id }] of items.entries()) {
    const previous = items[index - 1];
    const next = items[index + 1];
    const beside = `${previous ? `/Prev ${previous.id} 0 R` : ''}${next ? `/Next ${next.id} 0 R` : ''}`;
    const text = pdfText(`Seite ${page + 1} · ${articles[page]}`);
    file.write(id, `<</Title ${text}/Parent ${whole} 0 R${beside}${at(page)}>>`);
  }
  const below = items.length > 0 ? `/First ${items[0]?.id} 0 R/Last ${items.at(-1)?.id} 0 R/Count ${items.length}` : '';
  file.write(whole, `<</Title ${pdfText(title)}/Parent ${root} 0 R${below}${at(0)}>>`);
  file.write(root, `<</Type/Outlines/First ${whole} 0 R/Last ${whole} 0 R/Count ${items.length + 1}>>`);
  return root;
}
