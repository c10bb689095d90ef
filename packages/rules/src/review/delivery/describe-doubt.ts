import { formatCents } from '../../money.ts';
import { formatPercent } from '../../percent.ts';
import type { DeliveryDoubt, FactorCause } from './doubt.ts';

const WHY: { readonly [Cause in FactorCause]: string } = {
  vatRemoved: 'Wahrscheinlich sind es Preise ohne MwSt.',
  vatAdded: 'Wahrscheinlich ist die MwSt. doppelt aufgeschlagen.',
  vatRateLowered: 'Wahrscheinlich ist mit dem falschen MwSt.-Satz gerechnet.',
  vatRateRaised: 'Wahrscheinlich ist mit dem falschen MwSt.-Satz gerechnet.',
  decimalLeft: 'Wahrscheinlich ist das Komma verrutscht.',
  decimalRight: 'Wahrscheinlich ist das Komma verrutscht.',
  unknown: 'Bitte prüfen Sie, ob das so gewollt ist.',
};

/** Rule 14.61. */
export function describeDeliveryDoubt(doubt: DeliveryDoubt, nameAt: (row: number) => string): string {
  switch (doubt.check) {
    case 'commonFactor': {
      const { rows, of, exact, factor, otherFactor } = doubt;
      const many = rows >= 0.9 * of ? 'Fast alle' : 'Viele';
      const which = `${many} ${exact ? 'Änderungen' : 'Preise'} (${count(rows)} von ${count(of)})`;
      if (otherFactor) {
        const [full, lower] = [factor, otherFactor].map((each) => formatPercent(Math.abs(each - 1) * 100));
        const way = factor < 1 ? 'niedriger' : 'höher';
        return `${which} haben einen von zwei Faktoren: ${full} oder ${lower} ${way} als heute. ${WHY[doubt.cause]}`;
      }
      const how = exact ? 'haben denselben Faktor' : 'haben etwa denselben Faktor';
      return `${which} ${how}: ${differenceOf(doubt, 'heute')}. ${WHY[doubt.cause]}`;
    }
    case 'newArticleLevel':
      return `Die ${count(doubt.rows)} neuen Artikel liegen, gemessen am AVP, etwa ${differenceOf(doubt, 'Ihre Liste')}. ${WHY[doubt.cause]}`;
    case 'staleBase': {
      const { rows, of, worst, stated, listed } = doubt;
      const which = rows === 1 ? 'einem' : count(rows);
      const prices = `laut Datei ${formatCents(stated)} €, in Ihrer Liste ${formatCents(listed)} €`;
      return `Bei ${which} von ${count(of)} Artikeln ist „TruePrice alt“ nicht der Preis Ihrer Liste, am weitesten bei ${nameAt(worst)}: ${prices}.`;
    }
    case 'unusualShare': {
      const { rows, most, updates } = doubt;
      return `${count(rows)} Preise ändern sich. Bei den letzten ${updates} Updates waren es höchstens ${count(most)}.`;
    }
  }
}

/** '16,0 % niedriger als heute', '10-mal so hoch wie heute'. */
function differenceOf({ factor }: { readonly factor: number }, than: string): string {
  if (factor >= 5) return `${Math.round(factor)}-mal so hoch wie ${than}`;
  const percent = formatPercent(Math.abs(factor - 1) * 100);
  return `${percent} ${factor < 1 ? 'niedriger' : 'höher'} als ${than}`;
}

function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '.');
}
