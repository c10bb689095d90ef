import { PDF_TITLES, type PdfRow, type PdfTemplate } from '@portal/contracts';
import { priceText } from './price-text.ts';

/** A column of the printed list; widths in points. */
export type PdfColumn = {
  readonly heading: string;
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Heads its row for screen readers. */
  readonly headsRow?: true;
  readonly text: (row: PdfRow) => string;
};

export type PdfLayout = {
  readonly title: string;
  readonly columns: readonly PdfColumn[];
  /** Stands at the foot of every page. */
  readonly legend: string;
};

/** Space between two columns (rule 10.33). */
export const COLUMN_GAP = 8;
/** From margin to margin of an A4 page. */
export const TABLE_WIDTH = 525;

const pzn: PdfColumn = { heading: 'PZN', width: 42, align: 'left', text: (row) => row.pzn };
const content: PdfColumn = { heading: 'Packungsgröße', width: 66, align: 'left', text: (row) => row.content ?? '' };
const price = (heading: string): PdfColumn => ({
  heading,
  width: 58,
  align: 'right',
  text: (row) => priceText(row.price),
});
const info = (heading: string, width: number): PdfColumn => ({
  heading,
  width,
  align: 'left',
  text: (row) => row.priceinfo ?? '',
});
const formerPrice: PdfColumn = {
  heading: 'Bisheriger Preis',
  width: 62,
  align: 'right',
  text: (row) => priceText(row.ravp),
};

/** The article takes what the other columns leave. */
function withArticle(...others: PdfColumn[]): PdfColumn[] {
  const left = others.reduce((rest, column) => rest - column.width - COLUMN_GAP, TABLE_WIDTH);
  const article: PdfColumn = {
    heading: 'Artikel',
    width: left,
    align: 'left',
    headsRow: true,
    text: ({ name, producer }) => (producer ? `${name} · ${producer}` : name),
  };
  const [first, ...rest] = others as [PdfColumn, ...PdfColumn[]];
  return [first, article, ...rest];
}

const EXCLUDED = '--- Ausschluss';

/** The three templates of rule 10.11. */
export const PDF_LAYOUTS: Readonly<Record<PdfTemplate, PdfLayout>> = {
  pricelist: {
    title: PDF_TITLES.priceList,
    columns: withArticle(pzn, content, price('Preis'), info('', 10)),
    legend: `E Eigener Preis · D Dauerpreis · ${EXCLUDED}`,
  },
  approvalPricelist: {
    title: PDF_TITLES.MDP,
    columns: withArticle(pzn, content, formerPrice, price('Neuer Preis'), info('Preistyp', 88)),
    legend: EXCLUDED,
  },
  approvalNewProducts: {
    title: PDF_TITLES.QDP,
    columns: withArticle(pzn, content, price('Preis'), info('Preistyp', 88)),
    legend: EXCLUDED,
  },
};
