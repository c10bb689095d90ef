/** More than 10 % of the articles (rule 6.5). */
export function takesOffMany({ count, listCount }: { readonly count: number; readonly listCount: number }): boolean {
  return count * 10 > listCount;
}
