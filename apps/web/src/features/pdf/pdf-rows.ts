import {
  PDF_NO_PRICE,
  PDF_PRICE_INFO,
  APPROVAL_PDF_TEMPLATES,
  PDF_TITLES,
  type PdfBody,
  type PdfRow,
} from '@portal/contracts';
import { formatCount } from '../../lib/format.ts';
import { type ApprovalModel, approvalOutcomeAt, type PriceListModel, rowAt } from '@portal/list-view';
import { type Cents, effectivePrice, formatCents, INACTIVE_WORD, namesOfSeveralProducers } from '@portal/rules';

/**
 * Rule 10.11.
 * @param filtered the title says so
 */
export function priceListPdf(model: PriceListModel, rows: ArrayLike<number>, filtered = false): PdfBody {
  const productAt = productsOf(model, rows);
  const products = Array.from(rows, (row): PdfRow => {
    const stored = rowAt(model, row);
    return {
      ...productAt(row),
      price: priceText(effectivePrice(stored)),
      priceinfo: PDF_PRICE_INFO.list[stored.priceType],
    };
  });
  return { template: 'pricelist', title: titleOf(PDF_TITLES.priceList, filtered, products), products };
}

/**
 * Inactive rows have no price (rule 6.6).
 * @param filtered the title says so
 */
export function approvalPdf(model: ApprovalModel, rows: ArrayLike<number>, filtered = false): PdfBody {
  const { columns, kind } = model;
  const template = APPROVAL_PDF_TEMPLATES[kind];
  const productAt = productsOf(model, rows);
  const products = Array.from(rows, (row): PdfRow => {
    const inactive = columns.inactive[row] === true;
    const outcome = approvalOutcomeAt(model, row, undefined);
    const former = columns.ravp[row] ?? columns.formerCalculatedPrice[row] ?? null;
    return {
      ...productAt(row),
      price: priceText(inactive ? null : effectivePrice(outcome)),
      priceinfo: inactive ? INACTIVE_WORD : PDF_PRICE_INFO.approval[outcome.priceType],
      ...(template === 'approvalPricelist' ? { ravp: priceText(former) } : {}),
    };
  });
  return {
    template,
    title: titleOf(PDF_TITLES[kind], filtered, products),
    products,
  };
}

function titleOf(title: string, filtered: boolean, { length }: readonly PdfRow[]): string {
  return filtered ? `${title}, nur gefilterte (${formatCount(length)})` : title;
}

/** Rule 10.33. */
function productsOf({ columns }: PriceListModel | ApprovalModel, rows: ArrayLike<number>) {
  const printed = (column: readonly string[]) => Array.from(rows, (row) => column[row] as string);
  const ambiguous = namesOfSeveralProducers(printed(columns.name), printed(columns.producer));
  return (row: number) => {
    const name = columns.name[row] as string;
    return {
      pzn: columns.pzn[row] as string,
      name,
      ...(ambiguous.has(name) ? { producer: columns.producer[row] as string } : {}),
      content: columns.content[row] ?? null,
    };
  };
}

function priceText(cents: Cents | null): string {
  return cents === null ? PDF_NO_PRICE : `${formatCents(cents)} EUR`;
}
