import { buildReview } from '@portal/list-view';
import type { Cents } from '@portal/rules';
import type { Outcome } from './arrive.ts';
import { inForce, type Pharmacy } from './world.ts';

const NOW = 1_795_305_600;

/** PZNs that the review of rows marks (rule 14.9), with the figures of the list where the file has none (rule 14.8). */
export function markedRows({ list }: Pharmacy, { rows, background }: Outcome): Set<string> {
  const articles = rows.map(({ pzn }) => list.get(pzn));
  const endings = Array.from({ length: 10 }, () => 0);
  for (const article of list.values()) {
    const price = inForce(article);
    if (price !== null) endings[price % 10] = (endings[price % 10] ?? 0) + 1;
  }
  const of = <Value>(
    read: (row: (typeof rows)[number], article: (typeof articles)[number]) => Value | null | undefined,
  ) => rows.map((row, at) => read(row, articles[at]) ?? null);
  const none: null[] = rows.map(() => null);
  const priceOf = of<Cents>(({ calculatedPrice }, article) => {
    if (article?.type === 1) return null;
    return article?.type === 3 ? article.ownPrice : calculatedPrice;
  });
  const review = buildReview(
    {
      pzn: rows.map(({ pzn }) => pzn),
      name: of(({ name }) => name).map((name) => name ?? ''),
      producer: of(({ producer }) => producer).map((producer) => producer ?? ''),
      atc: none,
      content: of(({ content }) => content),
      inactive: null,
      before: of((_, article) => article && inForce(article)),
      after: priceOf,
      calculatedPrice: of(({ calculatedPrice }) => calculatedPrice),
      priceTypeBefore: of((_, article) => article?.type),
      ownPriceBefore: of((_, article) => article?.ownPrice),
      ownPriceSince: none,
      formerAep: of((_, article) => article?.aep),
      formerAvp: of((row, article) => row.avpOld ?? article?.avp),
      formerUmfeld: of((_, article) => article?.umfeldAvg),
      calculatedBefore: of((_, article) => article?.price),
      statedBefore: of((row) => row.formerCalculatedPrice),
      delivery: background,
      aep: of((row, article) => row.aep ?? article?.aep),
      avp: of((row, article) => row.avp ?? article?.avp),
      vhp: of((row, article) => row.vhp ?? article?.vhp),
      units: of((row, article) => row.units ?? article?.units),
      umfeldMin: of((row, article) => row.priceMin ?? article?.umfeldMin),
      umfeldAvg: of((row, article) => row.ravpRegio ?? article?.umfeldAvg),
      umfeldMax: of((row, article) => row.priceMax ?? article?.umfeldMax),
      vatPercent: of((row, article) => row.vatPercent ?? article?.vat),
      listEndings: endings,
    },
    { standing: false, now: NOW },
  );
  return new Set(rows.filter((_, at) => review.reasons[at] !== 0).map(({ pzn }) => pzn));
}
