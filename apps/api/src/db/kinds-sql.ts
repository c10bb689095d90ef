import { type KindProperty, kindsWith } from '@portal/rules';

/** For `kind IN …`: ('LZD'). */
export function kindsSql(property: KindProperty): string {
  return `(${kindsWith(property)
    .map((kind) => `'${kind}'`)
    .join(', ')})`;
}

/**
 * `isReleased` of an open package as SQL (rule 6.19).
 * @param table the alias of price_update with its dot, as 'u.'
 */
export function releasedSql(table = ''): string {
  return `(${table}kind NOT IN ${kindsSql('needsRelease')} OR ${table}ready_for_approval)`;
}
