/**
 * Who may import whom (ADR 36). oxlint.config.ts makes lint rules of it, dev/test/borders.test.ts plants
 * imports that cross a border and expects them to be found.
 */

/**
 * What each module of the api may use of the others, always through their `index.ts`. A module stands above those that use
 * it, so that there are no circles.
 */
export const API_MODULES: Readonly<Record<string, readonly string[]>> = {
  'history-writing': [],
  'price-writing': ['history-writing'],
  outbox: ['history-writing'],
  imports: [],
  products: [],
  notices: ['history-writing', 'outbox'],
  'log-export': ['outbox'],
  'price-updates': ['history-writing', 'price-writing', 'outbox'],
  'standing-rules': ['history-writing', 'price-writing', 'price-updates'],
  intake: ['history-writing', 'price-writing', 'price-updates', 'standing-rules'],
  'price-reviews': ['price-writing'],
  review: ['history-writing', 'price-writing', 'price-updates', 'price-reviews'],
  'approval-parts': ['history-writing', 'price-updates', 'review'],
  'till-profile': ['history-writing', 'price-writing'],
  'till-sync': ['history-writing', 'price-writing'],
  'till-position': ['history-writing', 'price-writing', 'till-profile', 'till-sync'],
  'till-inventory': ['price-writing', 'till-position', 'till-profile', 'till-sync'],
  exports: ['history-writing', 'price-writing', 'till-inventory', 'till-position', 'till-profile', 'till-sync'],
  mirrors: ['history-writing', 'outbox', 'price-writing', 'till-sync'],
  'pharmacy-intake': ['history-writing', 'imports', 'price-writing', 'price-updates'],
  pharmacies: ['exports', 'price-reviews', 'till-inventory', 'till-position'],
  'admin-overview': ['outbox', 'notices', 'pharmacies', 'intake'],
  users: ['pharmacies', 'notices'],
  history: ['history-writing', 'pharmacies', 'price-updates'],
  settings: ['history-writing', 'price-writing', 'price-updates', 'price-reviews', 'pharmacies'],
  'saved-views': ['history-writing'],
  'price-lists': ['history-writing', 'price-writing', 'pharmacies', 'products', 'till-sync'],
  'till-check': [
    'history-writing',
    'imports',
    'price-lists',
    'price-writing',
    'till-inventory',
    'till-profile',
    'till-sync',
  ],
  'price-periods': ['history-writing', 'price-writing', 'price-lists'],
  pdf: ['price-periods', 'price-lists'],
  labels: ['history-writing', 'price-writing'],
  ledger: ['exports', 'history-writing', 'labels', 'price-writing', 'till-inventory', 'till-position', 'till-sync'],
  shelf: ['price-writing', 'till-position'],
  undo: ['history-writing', 'price-writing', 'price-lists'],
};

/** Imports that lint refuses: by gitignore patterns, or all of a package but the names allowed. */
export type Refusal =
  | { group: string[]; allowImportNames?: string[]; message: string }
  | { regex: string; message: string };

/** A part of the repository and the imports it may not have. Of several zones that hold a file the last one counts. */
export type Zone = { files: string[]; refused: Refusal[] };

const refuse = (message: string, ...group: string[]): Refusal => ({ group, message });
const inFolder = (name: string) => `**/${name}/**`;
const portal = (...names: string[]) => names.flatMap((name) => [`@portal/${name}`, `@portal/${name}/**`]);
const OUTSIDE = portal('dev', 'e2e', 'bench', 'faults');
const SERVER = [...portal('api'), '@prisma/**', 'pg', 'express', 'node:*', '**/apps/**', '**/api/src/**'];

const pure: Refusal = { regex: '^[^.]', message: 'The rules are pure: no package, no I/O.' };
const onlyRules: Refusal = {
  regex: '^([^.@]|@[^p]|@p[^o]|@portal/[^r])',
  message: 'The view of lists stands on the rules alone: no other package, no I/O.',
};
const noOtherPart = refuse('Packages know no app.', '**/apps/**', '**/dev/**', '**/contracts/**');
const wire = refuse(
  'Contracts know only the rules.',
  ...OUTSIDE,
  ...SERVER,
  ...portal('web', 'list-view'),
  'react',
  '**/dev/**',
);

const api = refuse(
  'The api knows the packages only.',
  ...OUTSIDE,
  ...portal('web'),
  'react',
  '**/web/**',
  '**/dev/src/**',
);
const noModule = refuse('What all modules stand on knows none of them.', '**/modules/**', '**/jobs/**');
const doorsOnly = refuse('A module is entered by its index.ts.', '**/modules/*/**', '!**/modules/*/index.ts');

const web = refuse('The web speaks to the api through contracts only.', ...OUTSIDE, ...SERVER);
const noScreens = refuse('What screens stand on knows no screen.', '**/features/**', '**/app/**');
const noSubject = refuse(
  'ui and lib know no subject.',
  '**/editing/**',
  '**/api/**',
  '**/auth/**',
  ...portal('contracts', 'list-view'),
);
const datesOnly: Refusal = {
  group: ['@portal/rules'],
  allowImportNames: ['formatDate', 'DateFormat'],
  message: 'ui and lib know no prices: what shows or edits them lies in editing.',
};
const noApp = refuse('The app stands on features, not the other way round.', '**/app/**');
/** The rooms of editing: each knows those before it. */
const EDITING = [
  'kind',
  'session',
  'judging',
  'keys',
  'scan',
  'cells',
  'state',
  'parts',
  'card',
  'days',
  'conditions',
  'standing',
  'leaving',
  'steps',
  'bulk',
  'review',
  'confirm',
  'columns',
  'clipboard',
  'kinds',
  'saved-views',
  'screen',
];
/** Of price lists; the lists themselves know all others. */
const PRICE_LISTS = ['import', 'several', 'compare', 'till', 'list'];
const roomsOf = (folder: string, rooms: readonly string[], refused: Refusal[]): Zone[] =>
  rooms.slice(0, -1).map((room, at) => ({
    files: [`apps/web/src/${folder}/${room}/**`],
    refused: [
      ...refused,
      {
        regex: `^(\\.\\./)+(${rooms.slice(at + 1).join('|')})/`,
        message: `A room of ${folder} knows those before it.`,
      },
    ],
  }));
/** By the depth of the folder, since a pattern sees the import's text only. */
const feature = (depth: number): Refusal[] => [
  web,
  noApp,
  { regex: `^${'\\.\\./'.repeat(depth + 1)}[^.]`, message: 'A feature imports no other feature.' },
];
const features = ['*', '*/*', '*/*/*'].map((inside, depth) => ({
  files: [`apps/web/src/features/*/${inside}`],
  refused: feature(depth),
}));

export const ZONES: Zone[] = [
  { files: ['packages/rules/src/**'], refused: [pure, noOtherPart] },
  { files: ['packages/list-view/src/**'], refused: [onlyRules, noOtherPart] },
  { files: ['packages/contracts/src/**'], refused: [wire] },

  { files: ['apps/api/src/**'], refused: [api, noModule] },
  { files: ['apps/api/src/db/**'], refused: [api, noModule, refuse('The database answers no calls.', '**/http/**')] },
  { files: ['apps/api/src/{app,main}.ts', 'apps/api/src/jobs/**'], refused: [api, doorsOnly] },
  ...Object.entries(API_MODULES).map(([name, used]) => ({
    files: [`apps/api/src/modules/${name}/**`],
    refused: [api, ...refusedTo(name, used)],
  })),

  { files: ['apps/web/src/**'], refused: [web] },
  { files: ['apps/web/src/{ui,lib}/**'], refused: [web, noScreens, noSubject, datesOnly] },
  {
    files: ['apps/web/src/{auth,api}/**'],
    refused: [web, noScreens, refuse('Editing stands on auth and api.', '**/editing/**')],
  },
  { files: ['apps/web/src/editing/**'], refused: [web, noScreens] },
  ...roomsOf('editing', EDITING, [web, noScreens]),
  ...features,
  ...roomsOf('features/price-lists', PRICE_LISTS, feature(1)),
];

/** What a module of the api may not import of the other modules and of what starts them. */
function refusedTo(name: string, used: readonly string[]): Refusal[] {
  const others = Object.keys(API_MODULES).filter((other) => other !== name);
  const unlisted = others.filter((other) => !used.includes(other));
  return [
    refuse('Nothing starts from within a module.', '**/jobs/**', '**/app.ts', '**/main.ts'),
    refuse(`borders.ts does not list this module for ${name}.`, ...unlisted.map(inFolder)),
    refuse(
      'A module is entered by its index.ts.',
      ...used.flatMap((other) => [inFolder(other), `!**/${other}/index.ts`]),
    ),
  ];
}
