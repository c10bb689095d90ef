import { packageKind } from './package-kind.ts';

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
