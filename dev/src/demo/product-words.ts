/** An ingredient with its ATC code, the strengths and forms it is sold in. */
export interface Ingredient {
  name: string;
  atc: string;
  strengths: readonly string[];
  forms: readonly string[];
}

const of = (name: string, atc: string, strengths: string, forms: string): Ingredient => ({
  name,
  atc,
  strengths: strengths.split('|'),
  forms: forms.split('|'),
});

/** Non-prescription ingredients; ATC codes as the classification has them. */
export const INGREDIENTS: readonly Ingredient[] = [
  of('Ibuprofen', 'M01AE01', '200 mg|400 mg|400 mg akut|684 mg', 'Filmtabletten|Weichkapseln|Granulat'),
  of('Ibuprofen Kinder', 'M01AE01', '2 %|4 %', 'Saft'),
  of('Paracetamol', 'N02BE01', '125 mg|250 mg|500 mg', 'Tabletten|Zäpfchen|Brausetabletten'),
  of('Paracetamol Kinder', 'N02BE01', '40 mg/ml', 'Saft'),
  of('ASS', 'N02BA01', '100 mg|500 mg', 'Tabletten|Brausetabletten'),
  of('Naproxen', 'M01AE02', '200 mg', 'Filmtabletten'),
  of('Diclofenac', 'M02AA15', '1 %|2 %', 'Schmerzgel|Gel|Pflaster'),
  of('Xylometazolin', 'R01AA07', '0,05 %|0,1 %', 'Nasenspray|Nasentropfen'),
  of('Oxymetazolin', 'R01AA05', '0,025 %|0,05 %', 'Nasenspray|Dosiertropfer'),
  of('Loratadin', 'R06AX13', '10 mg', 'Tabletten'),
  of('Cetirizin', 'R06AE07', '10 mg|10 mg/ml', 'Filmtabletten|Tropfen'),
  of('Levocetirizin', 'R06AE09', '5 mg', 'Filmtabletten'),
  of('Pantoprazol', 'A02BC02', '20 mg', 'magensaftresistente Tabletten'),
  of('Omeprazol', 'A02BC01', '20 mg', 'magensaftresistente Hartkapseln'),
  of('Loperamid', 'A07DA03', '2 mg', 'Hartkapseln|Schmelztabletten'),
  of('Bisacodyl', 'A06AB02', '5 mg|10 mg', 'Dragees|Zäpfchen'),
  of('Macrogol', 'A06AD15', '13,7 g', 'Pulver zur Herstellung einer Lösung zum Einnehmen'),
  of('Simeticon', 'A03AX13', '80 mg|280 mg', 'Kautabletten|Weichkapseln|Tropfen'),
  of('Ambroxol', 'R05CB06', '30 mg|75 mg|15 mg/5 ml', 'Tabletten|Retardkapseln|Hustensaft'),
  of('Acetylcystein', 'R05CB01', '200 mg|600 mg', 'Brausetabletten|Pulver'),
  of('Efeublätter', 'R05CA12', '7 mg/ml|65 mg', 'Hustensaft|Brausetabletten|Tropfen'),
  of('Thymian', 'R05CA50', '', 'Hustensaft|Lutschpastillen|Tropfen'),
  of('Dexpanthenol', 'D03AX03', '5 %|50 mg/g', 'Wund- und Heilsalbe|Creme|Augen- und Nasensalbe'),
  of('Clotrimazol', 'D01AC01', '1 %|10 mg/g', 'Creme|Spray|Salbe'),
  of('Clotrimazol Vaginal', 'G01AF02', '200 mg|500 mg', 'Vaginaltabletten|Kombipackung'),
  of('Terbinafin', 'D01AE15', '1 %', 'Creme|Gel|Spray'),
  of('Hydrocortison', 'D07AA02', '0,25 %|0,5 %', 'Creme|Spray'),
  of('Aciclovir', 'D06BB03', '50 mg/g', 'Creme gegen Lippenherpes'),
  of('Minoxidil', 'D11AX01', '2 %|5 %', 'Lösung'),
  of('Magnesium', 'A12CC04', '150 mg|300 mg|400 mg', 'Brausetabletten|Granulat|Kapseln'),
  of('Eisen', 'B03AA07', '50 mg|100 mg', 'Filmtabletten|Tropfen'),
  of('Vitamin D3', 'A11CC05', '1000 I.E.|2000 I.E.', 'Tabletten|Weichkapseln|Tropfen'),
  of('Folsäure', 'B03BB01', '5 mg', 'Tabletten'),
  of('Zink', 'A12CB02', '15 mg|25 mg', 'Tabletten|Brausetabletten'),
  of('Ginkgo', 'N06DX02', '40 mg|80 mg|120 mg|240 mg', 'Filmtabletten|Tropfen'),
  of('Baldrian-Hopfen', 'N05CM09', '', 'Dragees|Nachttabletten|Tropfen'),
  of('Johanniskraut', 'N06AP01', '425 mg|600 mg|900 mg', 'Kapseln|Filmtabletten'),
  of('Melatonin', 'N05CH01', '1 mg', 'Einschlafspray|Tropfen'),
  of('Lidocain', 'D04AB01', '4 %|5 %', 'Creme|Salbe|Spray'),
  of('Heparin', 'C05BA03', '30 000 I.E.|60 000 I.E.|180 000 I.E.', 'Salbe|Gel'),
  of('Povidon-Iod', 'D08AG02', '10 %', 'Salbe|Lösung|Wundgaze'),
  of('Dimenhydrinat', 'R06AA02', '50 mg|150 mg', 'Tabletten|Zäpfchen|Kaugummi-Dragees'),
  of('Doxylamin', 'R06AA09', '25 mg', 'Schlaftabletten'),
  of('Nicotin', 'N07BA01', '2 mg|4 mg|14 mg/24 h|21 mg/24 h', 'Kaugummi|Lutschtabletten|Pflaster|Spray'),
  of('Weißdorn', 'C01EB04', '450 mg|900 mg', 'Filmtabletten|Tropfen'),
  of('Mariendistel', 'A05BA03', '140 mg', 'Hartkapseln'),
  of('Flohsamenschalen', 'A06AC01', '', 'Pulver|Granulat'),
  of('Rosskastanie', 'C05CX03', '20 mg|50 mg', 'Retardtabletten|Gel'),
  of('Teufelskralle', 'M09AX02', '480 mg|600 mg', 'Filmtabletten'),
  of('Kapland-Pelargonie', 'R07AX', '', 'Tropfen|Sirup'),
  of('Salbei', 'R02AA20', '', 'Halspastillen|Rachenspray|Gurgellösung'),
  of('Hyaluronsäure', 'S01XA20', '0,1 %|0,2 %|0,3 %', 'Augentropfen|Augengel'),
  of('Arnika', 'V11', 'D6|D12', 'Globuli|Salbe|Tabletten'),
  of('Calendula', 'V11', 'D4|10 %', 'Salbe|Globuli|Essenz'),
];

/** [product, contents] of FREIWAHL, free choice: care, cosmetics, food supplements. */
export const FREE_CHOICE: ReadonlyArray<readonly [string, string]> = [
  ['Sonnencreme LSF 30', '50 ml|100 ml|200 ml'],
  ['Sonnencreme LSF 50+', '50 ml|75 ml|200 ml'],
  ['Sonnenspray Kinder LSF 50+', '150 ml|200 ml'],
  ['Zahnpasta', '20 ml|75 ml|100 ml'],
  ['Zahnpasta sensitiv', '75 ml|2X75 ml'],
  ['Mundspüllösung', '300 ml|500 ml'],
  ['Zahnbürste weich', '1 St|2 St'],
  ['Interdentalbürsten 0,6 mm', '6 St|12 St'],
  ['Körperlotion Urea 10 %', '200 ml|400 ml'],
  ['Bodylotion für trockene Haut', '200 ml|400 ml|500 ml'],
  ['Handcreme', '50 ml|75 ml'],
  ['Fußbutter', '75 ml|100 ml'],
  ['Lippenpflegestift', '4,8 g'],
  ['Gesichtscreme leicht', '40 ml|50 ml'],
  ['Gesichtscreme reichhaltig', '50 ml'],
  ['Hyaluron Serum', '30 ml|7X2 ml'],
  ['Reinigungsmilch', '200 ml'],
  ['Mizellenwasser', '250 ml|400 ml'],
  ['Shampoo gegen Schuppen', '150 ml|200 ml'],
  ['Coffein-Shampoo', '250 ml'],
  ['Duschöl', '200 ml|400 ml'],
  ['Deo Roll-on ohne Aluminium', '50 ml'],
  ['Babyöl', '200 ml'],
  ['Wundschutzcreme', '75 ml|150 ml'],
  ['Stilltee', '20X1.8 g'],
  ['Bronchialtee', '20X2.0 g'],
  ['Kräuterbonbons zuckerfrei', '75 g|150 g'],
  ['Omega-3 Kapseln', '60 St|120 St|180 St'],
  ['Vitamin C Depot Kapseln', '30 St|60 St|100 St'],
  ['Kollagen Trinkampullen', '28X25 ml'],
  ['Eiweißpulver Vanille', '350 g|500 g'],
  ['Probiotikum Kapseln', '30 St|90 St'],
  ['Badesalz Fichtennadel', '600 g'],
  ['Massageöl', '100 ml|250 ml'],
  ['Insektenschutzspray', '100 ml'],
  ['Nagelpflegestift', '3 ml'],
];

/** [product, contents] of HILFSMITTEL, medical aids. */
export const AIDS: ReadonlyArray<readonly [string, string]> = [
  ['Kniebandage Gr. S', '1 St'],
  ['Kniebandage Gr. M', '1 St'],
  ['Kniebandage Gr. L', '1 St'],
  ['Handgelenkbandage links', '1 St'],
  ['Sprunggelenkbandage', '1 St'],
  ['Rückenbandage', '1 St'],
  ['Kompressen steril 5x5 cm', '25X2 St|50X2 St'],
  ['Kompressen steril 10x10 cm', '5X2 St|25X2 St'],
  ['Mullbinde elastisch 8 cmx4 m', '1 St|20 St'],
  ['Fixierbinde 6 cmx4 m', '20 St'],
  ['Schlauchverband Gr. 3', '1 St'],
  ['Wundverband steril 10x8 cm', '5 St|25 St'],
  ['Schaumverband 12,5x12,5 cm', '3 St|10 St'],
  ['Hydrokolloidverband', '5 St|10 St'],
  ['Pflasterstrips wasserfest', '20 St|30 St'],
  ['Fixierpflaster 2,5 cmx5 m', '1 St|12 St'],
  ['Inkontinenzeinlagen normal', '28 St|6X28 St'],
  ['Inkontinenz-Pants Größe L', '14 St|4X14 St'],
  ['Krankenunterlagen 60x90 cm', '25 St|4X25 St'],
  ['Kompressionsstrümpfe Kl. 2 A-D', '2 St'],
  ['Stützstrümpfe 70 den', '2 St'],
  ['Blutzuckerteststreifen', '50 St|100 St'],
  ['Lanzetten 33 G', '100 St|200 St'],
  ['Pen-Nadeln 31 G 6 mm', '100 St|110 St'],
  ['Einmalkatheter CH 14', '30 St'],
  ['Urinbeutel 2 l mit Ablauf', '10 St'],
  ['Stomabeutel geschlossen', '30 St'],
  ['Blutdruckmessgerät Oberarm', '1 St'],
  ['Inhalationsgerät', '1 St'],
  ['Fieberthermometer digital', '1 St'],
  ['Nasendusche mit Salz', '1 St'],
  ['Einmalhandschuhe Nitril Gr. M', '100 St|10X100 St'],
  ['FFP2-Maske', '5 St|20 St'],
  ['Unterarmgehstütze', '1 St|2 St'],
  ['Medikamentendosierer 7 Tage', '1 St'],
  ['Wärmflasche mit Bezug', '1 St'],
  ['Halskrause Größe 2', '1 St'],
  ['Augenkompresse', '10 St'],
];

/** Contents by form, small pack first; the norm sizes follow their order. */
export const FORM_CONTENTS: ReadonlyArray<readonly [RegExp, readonly string[]]> = [
  [/zäpfchen/i, ['6 St', '10 St']],
  [/pflaster|gaze/i, ['5 St', '7 St', '14 St']],
  [/tropfen/i, ['10 ml', '20 ml', '50 ml', '100 ml']],
  [/spray|dosier/i, ['10 ml', '15 ml', '30 ml']],
  [/saft$|sirup/i, ['100 ml', '200 ml', '250 ml']],
  [/lösung|essenz/i, ['60 ml', '100 ml', '3X60 ml']],
  [/salbe|creme|gel$/i, ['20 g', '50 g', '100 g', '150 g']],
  [/globuli/i, ['1.3 g', '10 g']],
  [/pulver|granulat/i, ['10 St', '20 St', '50 St']],
  [/./, ['10 St', '20 St', '50 St', '100 St']],
];

export const PRODUCER_STEMS =
  'Arnsberger|Bodensee|Elbtal|Fränkische|Hansa|Havelland|Isar|Kieler|Lindauer|Main|Märkische|Mosel|Neckar|Nordsee|Oder|Ostsee|Pfälzer|Rhein|Ruhr|Saale|Schwarzwald|Taunus|Thüringer|Weser|Westfälische|Brückner|Döhler & Söhne|Großmann|Hübner|Jäger|Köster|Lüders|Möller|Nießen|Röttgen|Schäfer|Strauß|Völker|Weiß|Zöller'.split(
    '|',
  );
export const PRODUCER_TAILS =
  'Arzneimittel GmbH|Pharma GmbH & Co. KG|Naturheilmittel GmbH|Medical AG|Gesundheitsprodukte GmbH|Kosmetik GmbH|Verbandstoffe GmbH|Laboratorien'.split(
    '|',
  );
export const BRAND_STARTS =
  'Dolo|Naso|Vita|Derma|Gastro|Bronchi|Calmo|Flexo|Hydra|Immu|Lacto|Magno|Neuro|Opti|Pulmo|Rheuma|Senso|Tussi|Veno|Zirko'.split(
    '|',
  );
export const BRAND_MIDDLES = 'l|r|t|x|ph|ss'.split('|');
export const BRAND_ENDS = 'an|ol|in|ex|ovit|isan|amed|etten|aktiv'.split('|');
