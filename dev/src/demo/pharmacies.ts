import {
  AT_PHARMACY,
  CANCELLED_PHARMACY,
  DEMO_CRM_IDS,
  DEMO_MIRRORS,
  type DemoPharmacyRef,
  demoPharmacyRef,
  FIRST_CALCULATION_PHARMACY,
  INACTIVE_PHARMACY,
  LOCKED_LZD_PHARMACY,
  NO_ACCESS_PHARMACY,
  NO_PILOT_PHARMACY,
  ORDERED_PHARMACY,
} from './constants.ts';
import { createRandom } from './random.ts';

/** A row of the table pharmacy. */
export interface DemoPharmacy extends DemoPharmacyRef {
  name: string;
  street: string;
  zipcode: string;
  city: string;
  country: 'DE' | 'AT';
  betriebsNr: string | null;
  active: number;
  userAccessActivated: boolean;
  contractStatus: number;
  parentApoId: number | null;
  pilotAccess: boolean;
  userEmails: 'issued' | null;
}

const NAMES =
  'Rosen|Linden|Löwen|Adler|Engel|Hirsch|Stern|Sonnen|Markt|Bahnhof|Rathaus|Kronen|Apostel|Park|Schloss|Brunnen|Burg|Dom|Einhorn|Falken|Forum|Glocken|Hansa|Humboldt|Insel|Johannes|Kastanien|Kloster|Kur|Marien|Mühlen|Neue|Obere|Paracelsus|Pelikan|Post|Ring|Schiller|Schwanen|See|St. Anna|Stadt|Turm|Viktoria|Wald|Apollo|Goethe|Hubertus|Luisen|Nikolai|Raphael|Robert-Koch|Storchen|Süd|Tannen|Ulmen|Vital|Westend|Ziegel|Alpen'.split(
    '|',
  );
const STREETS =
  'Hauptstraße|Bahnhofstraße|Marktplatz|Goethestraße|Schillerstraße|Lindenallee|Gartenweg|Königstraße|Mühlgasse|Kirchplatz|Am Rathaus|Bismarckstraße|Beethovenstraße|Römerweg|Große Straße'.split(
    '|',
  );
const CITIES =
  '80331 München|10115 Berlin|20095 Hamburg|50667 Köln|60311 Frankfurt am Main|70173 Stuttgart|40213 Düsseldorf|04109 Leipzig|44135 Dortmund|45127 Essen|28195 Bremen|01067 Dresden|30159 Hannover|90402 Nürnberg|47051 Duisburg|44787 Bochum|42103 Wuppertal|33602 Bielefeld|53111 Bonn|48143 Münster|76133 Karlsruhe|68159 Mannheim|86150 Augsburg|65183 Wiesbaden|41061 Mönchengladbach|45879 Gelsenkirchen|52062 Aachen|38100 Braunschweig|09111 Chemnitz|24103 Kiel|06108 Halle (Saale)|39104 Magdeburg|79098 Freiburg im Breisgau|47798 Krefeld|55116 Mainz|23552 Lübeck|99084 Erfurt|18055 Rostock|34117 Kassel|58095 Hagen|66111 Saarbrücken|14467 Potsdam|67059 Ludwigshafen am Rhein|26122 Oldenburg|49074 Osnabrück|69117 Heidelberg|64283 Darmstadt|97070 Würzburg|93047 Regensburg|89073 Ulm|37073 Göttingen|38440 Wolfsburg|72070 Tübingen|87435 Kempten (Allgäu)|78462 Konstanz|88131 Lindau (Bodensee)|94032 Passau|83022 Rosenheim|07743 Jena'.split(
    '|',
  );

/** Pharmacies that owe their state to a role they play in the demo; the others follow from their number. */
const STATES: Readonly<Record<number, Partial<DemoPharmacy>>> = {
  [FIRST_CALCULATION_PHARMACY.crmCompanyId]: { active: 0, contractStatus: 0, userAccessActivated: true },
  [LOCKED_LZD_PHARMACY.crmCompanyId]: { active: 0, contractStatus: 0, userAccessActivated: true },
  [NO_ACCESS_PHARMACY.crmCompanyId]: { active: 0, contractStatus: 0, userAccessActivated: false, userEmails: null },
  [NO_PILOT_PHARMACY.crmCompanyId]: { pilotAccess: false },
  [ORDERED_PHARMACY.crmCompanyId]: { active: 0, contractStatus: 0, userAccessActivated: false, userEmails: null },
  [CANCELLED_PHARMACY.crmCompanyId]: { active: 3 },
  [INACTIVE_PHARMACY.crmCompanyId]: { active: 2 },
  [AT_PHARMACY.crmCompanyId]: {
    name: 'Alpen-Apotheke',
    zipcode: '6020',
    city: 'Innsbruck',
    country: 'AT',
    betriebsNr: null,
  },
  100_125: { active: 0, contractStatus: 0, userAccessActivated: false, userEmails: null },
  100_126: { active: 0, contractStatus: 0, userAccessActivated: true },
  100_135: { active: 3 },
  100_136: { active: 4 },
  100_140: { pilotAccess: false },
  100_145: { contractStatus: 0 },
  100_146: { active: 0, contractStatus: 0, userAccessActivated: false, userEmails: null, pilotAccess: false },
  100_155: { active: 3, userEmails: null, userAccessActivated: false },
};

/** All demo pharmacies by ascending number; every state of the pharmacy tag occurs (rule 2.11). */
export function createPharmacies(): DemoPharmacy[] {
  const random = createRandom(0x5eed_0002);
  return DEMO_CRM_IDS.map((crmCompanyId, index) => {
    const place = CITIES[index % CITIES.length] ?? '';
    const main = DEMO_MIRRORS[crmCompanyId];
    return {
      ...demoPharmacyRef(crmCompanyId),
      name: `${NAMES[index % NAMES.length]}${/ |^Neue$|^Obere$/.test(NAMES[index] ?? '') ? ' ' : '-'}Apotheke`,
      street: `${random.pick(STREETS)} ${random.int(1, 120)}`,
      zipcode: place.slice(0, 5),
      city: place.slice(6),
      country: 'DE',
      betriebsNr: random.chance(0.9) ? `BN${random.int(100_000, 999_999)}` : null,
      active: 1,
      userAccessActivated: true,
      contractStatus: 1,
      parentApoId: main === undefined ? null : demoPharmacyRef(main).apoId,
      pilotAccess: true,
      userEmails: 'issued',
      ...STATES[crmCompanyId],
    };
  });
}
