import type adminOverview from '../../public/assets/i18n/de/adminOverview.json';
import type bulk from '../../public/assets/i18n/de/bulk.json';
import type common from '../../public/assets/i18n/de/common.json';
import type compare from '../../public/assets/i18n/de/compare.json';
import type deliveries from '../../public/assets/i18n/de/deliveries.json';
import type editing from '../../public/assets/i18n/de/editing.json';
import type history from '../../public/assets/i18n/de/history.json';
import type intake from '../../public/assets/i18n/de/intake.json';
import type labels from '../../public/assets/i18n/de/labels.json';
import type logExport from '../../public/assets/i18n/de/logExport.json';
import type lzdPipeline from '../../public/assets/i18n/de/lzdPipeline.json';
import type mailLinks from '../../public/assets/i18n/de/mailLinks.json';
import type mirrors from '../../public/assets/i18n/de/mirrors.json';
import type ownHistory from '../../public/assets/i18n/de/ownHistory.json';
import type periods from '../../public/assets/i18n/de/periods.json';
import type pharmacyIntake from '../../public/assets/i18n/de/pharmacyIntake.json';
import type priceCard from '../../public/assets/i18n/de/priceCard.json';
import type priceList from '../../public/assets/i18n/de/priceList.json';
import type priceListImport from '../../public/assets/i18n/de/priceListImport.json';
import type priceUpdate from '../../public/assets/i18n/de/priceUpdate.json';
import type quickJump from '../../public/assets/i18n/de/quickJump.json';
import type review from '../../public/assets/i18n/de/review.json';
import type several from '../../public/assets/i18n/de/several.json';
import type settings from '../../public/assets/i18n/de/settings.json';
import type shelf from '../../public/assets/i18n/de/shelf.json';
import type standing from '../../public/assets/i18n/de/standing.json';
import type tillCheck from '../../public/assets/i18n/de/tillCheck.json';
import type uploads from '../../public/assets/i18n/de/uploads.json';

/** Keys of translations are types: a key that no file holds does not compile. A new namespace is named here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    fallbackNS: 'common';
    resources: {
      adminOverview: typeof adminOverview;
      bulk: typeof bulk;
      common: typeof common;
      compare: typeof compare;
      deliveries: typeof deliveries;
      editing: typeof editing;
      history: typeof history;
      intake: typeof intake;
      labels: typeof labels;
      logExport: typeof logExport;
      lzdPipeline: typeof lzdPipeline;
      mailLinks: typeof mailLinks;
      mirrors: typeof mirrors;
      ownHistory: typeof ownHistory;
      periods: typeof periods;
      pharmacyIntake: typeof pharmacyIntake;
      priceCard: typeof priceCard;
      priceList: typeof priceList;
      priceListImport: typeof priceListImport;
      priceUpdate: typeof priceUpdate;
      quickJump: typeof quickJump;
      review: typeof review;
      settings: typeof settings;
      several: typeof several;
      shelf: typeof shelf;
      standing: typeof standing;
      tillCheck: typeof tillCheck;
      uploads: typeof uploads;
    };
  }
}
