import { DESK_NOW, type DeskRow } from '@portal/dev/review-desk/market.ts';
import {
  aboveAvp,
  aboveUmfeld,
  belowPurchasePrice,
  belowUmfeld,
  decimalSlip,
  grossProfitChange,
  largeChange,
  ownPriceEnds,
  RISK_LIMITS,
  type RiskContext,
  riskMagnitude,
  type RiskRow,
} from '@portal/rules';
import { AllCommunityModule, createGrid, type GridApi, ModuleRegistry } from 'ag-grid-community';
import { createRows, enter } from './contestant.ts';

ModuleRegistry.registerModules([AllCommunityModule]);
const context: RiskContext = { limits: RISK_LIMITS, standing: false, now: DESK_NOW };
/** The rules that look at one row alone; what compares rows is left out, which is less work than ours. */
const RULES = [belowPurchasePrice, aboveAvp, largeChange, decimalSlip, aboveUmfeld, belowUmfeld, ownPriceEnds];

type Row = { pzn: string; risk: RiskRow };
/** Made beforehand, so that building objects is not counted. */
const rowData: Row[] = createRows().map((row) => ({ pzn: row.pzn, risk: riskOf(row) }));

function riskOf(row: DeskRow): RiskRow {
  const before = row.priceType === 1 ? null : (row.ownPrice ?? row.listed);
  return {
    before,
    after: row.priceType === 1 ? null : row.priceType === 3 ? row.ownPrice : row.calculatedPrice,
    calculatedPrice: row.calculatedPrice,
    aep: row.newAep,
    avp: row.newAvp,
    umfeldMin: row.umfeldMin,
    umfeldAvg: row.newUmfeldAvg,
    umfeldMax: row.umfeldMax,
    units: row.units,
    vatPercent: 19,
    priceTypeBefore: row.priceType,
    ownPriceBefore: row.ownPrice,
    ownPriceSince: row.ownPriceSince,
    formerAep: row.aep,
    formerAvp: row.avp,
    formerUmfeld: row.umfeldAvg,
    expected: null,
  };
}

function effectOf({ before, after, units, vatPercent }: RiskRow): number | null {
  return before === null || after === null || units === null
    ? null
    : grossProfitChange(before, after, units, vatPercent);
}

function scoreOf(row: RiskRow): number {
  let deviation = 0;
  for (const rule of RULES) {
    const verdict = rule(row, context);
    if (typeof verdict === 'object') deviation += verdict.deviation;
  }
  return deviation === 0 ? 0 : riskMagnitude(Math.abs(effectOf(row) ?? 0)) * deviation;
}

let api: GridApi<Row> | undefined;
enter({
  build() {
    api?.destroy();
    api = createGrid<Row>(document.querySelector('#host') as HTMLElement, {
      rowData,
      valueCache: true,
      getRowId: ({ data }) => data.pzn,
      columnDefs: [
        { field: 'pzn' },
        { colId: 'effect', valueGetter: ({ data }) => data && effectOf(data.risk) },
        { colId: 'score', valueGetter: ({ data }) => data && scoreOf(data.risk), sort: 'desc' },
      ],
      isExternalFilterPresent: () => true,
      doesExternalFilterPass: ({ data }) => data !== undefined && scoreOf(data.risk) > 0,
    });
    return api.getDisplayedRowCount();
  },
  edit(row, ownPrice) {
    const data = rowData[row] as Row;
    const edited = { ...data, risk: { ...data.risk, after: ownPrice } };
    rowData[row] = edited;
    api?.applyTransaction({ update: [edited] });
    return api?.getDisplayedRowCount() ?? 0;
  },
});
