/**
 * Whether an LZD takes so much off the list that its approval asks a second time: more than 10 % of the articles (rule 6.5).
 * @param leaving articles that leave, of all on the list
 */
export function takesOffMany({ count, listCount }: { readonly count: number; readonly listCount: number }): boolean {
  return count * 10 > listCount;
}
