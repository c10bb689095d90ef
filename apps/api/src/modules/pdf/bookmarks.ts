import { A4 } from '../../pdf/document.ts';

/** So many that a list of 20,000 rows can be turned over by name, few enough to look through. */
const MOST = 50;

/**
 * Bookmarks: the title, below it every so many pages the article that begins there, whatever order the rows have (rule 10.31).
 * @param articles the first of each page
 */
export function addBookmarks(document: PDFKit.PDFDocument, title: string, articles: readonly string[]): void {
  const step = Math.ceil(articles.length / MOST);
  const whole = document.outline.addItem(title, topOf(0));
  if (articles.length === 1) return;
  for (let page = 0; page < articles.length; page += step) {
    whole.addItem(`Seite ${page + 1} · ${articles[page]}`, topOf(page));
  }
}

/** The upper left corner of a page, by which a reader keeps how large it is shown. */
function topOf(pageNumber: number) {
  return { pageNumber, fit: false, top: 0, left: A4.width, zoom: 0, expanded: true };
}
