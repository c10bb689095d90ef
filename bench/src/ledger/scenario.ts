import type { Trial } from './judge.ts';
import type { Site } from './site.ts';

export type Scenario = { readonly kind: string; readonly run: (site: Site) => Promise<Trial> };
