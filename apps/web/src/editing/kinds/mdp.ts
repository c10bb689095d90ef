import { packageKind } from './package-kind.ts';

/** The monthly update: new prices of articles on the list; only corrected ones are looked at again. */
export const MDP = packageKind({
  name: 'MDP',
  confirmsRows: 'changed',
  hasExpertMode: false,
  first: ['pzn'],
  columns: [
    'content',
    'normSize',
    'peCluster',
    'avpOld',
    'avp',
    'formerCalculatedPrice',
    'priceType',
    'calculatedPrice',
    'deviationAvp',
  ],
  confirms: { before: ['avp', 'calculatedPrice'], after: ['deviationAvp'] },
});
