import { type ImportColumn, type ImportColumns, type ImportType, requiredImportColumns } from '@portal/rules';

/** Headings that name a column, the likeliest first; compared without letter case, signs and blanks. */
const HEADINGS: Record<ImportColumn, readonly RegExp[]> = {
  pzncolumn: [/^pzn8?$/, /^(pzn8?|pharmazentral)(nummer|nr|code)?$/, /^pzn|pzn$/, /^artikel(nummer|nr)$/],
  pricecolumn: [
    /^(neuer?(preis|vk|trueprice)|(preis|vk|trueprice)neu)$/,
    /^(preis|vk|trueprice|verkaufspreis)$/,
    /^(aktueller|eigener|vk)preis|^vkbrutto|^vkpreis/,
    /^price/,
    /preis(?!typ|elastizitat|art|info|anderung)|^vk/,
  ],
  negativecolumn: [/^preistyp$/, /^(negative?|typ|code|kennzeichen|preisart|preiskennzeichen)$/, /typ$|code$/],
};

/**
 * The column of the file that each column of the import most likely is, by its heading; nothing where no heading fits. The
 * user corrects it. Each heading is given away once.
 */
export function guessImportColumns(headings: readonly string[], type: ImportType): ImportColumns {
  const free = new Set(headings);
  const guess: Partial<Record<ImportColumn, string>> = {};
  for (const column of requiredImportColumns(type)) {
    const heading = likeliest([...free], HEADINGS[column]);
    if (heading === undefined) continue;
    guess[column] = heading;
    free.delete(heading);
  }
  return guess;
}

function likeliest(headings: readonly string[], patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = headings.find((heading) => pattern.test(plain(heading)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Makes 'VK-Preis (neu)' and 'vk preis neu' the same, umlauts as their base letters. */
function plain(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '');
}
