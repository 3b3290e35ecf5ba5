import { type Setting, setting } from '#kernel/model/setting.ts'

const group = 'Report card'
const published = 'District of Columbia HFA, asset management ratings'
const recommended = 'Agency decision'

const declareThreshold = (
  key: string,
  label: string,
  value: number,
  source: string,
  step = 1,
): Setting<number> =>
  setting({ group, key: `report_card_${key}`, label, kind: 'number', step, default: value, source })

/** Declares the four bounds between ratings 5, 4, 3, 2 and 1, best first. */
const declareScale = <const K extends string>(
  key: K,
  label: string,
  values: readonly [number, number, number, number],
  step?: number,
) =>
  Object.fromEntries(
    values.map((value, index) => [
      `${key}${5 - index}`,
      declareThreshold(
        `${key}_${5 - index}`,
        `${label}: rating ${5 - index} ${values[0] > values[3] ? 'from' : 'up to'}`,
        value,
        published,
        step,
      ),
    ]),
  ) as Record<`${K}${5 | 4 | 3 | 2}`, Setting<number>>

/** The thresholds of the ratios (domain 8.3): bounds of ratings, and where amber and red begin. */
export const thresholds = {
  ...declareScale('coverage', 'Debt coverage', [1.3, 1.2, 1.1, 1], 0.01),
  ...declareScale('uncollected', 'Uncollected rent in whole percent', [4, 5, 8, 10]),
  ...declareScale('inspection', 'Physical inspection score', [90, 80, 70, 60]),
  occupancyGreen: declareThreshold(
    'occupancy_green',
    'Economic occupancy in percent: green from',
    93,
    recommended,
  ),
  occupancyRed: declareThreshold(
    'occupancy_red',
    'Economic occupancy in percent: red below',
    85,
    'Physical-occupancy trigger of the agency',
  ),
  currentAmber: declareThreshold(
    'current_amber',
    'Current ratio: amber below',
    1,
    'Below one indicates risk',
    0.01,
  ),
  currentRed: declareThreshold('current_red', 'Current ratio: red below', 0.75, recommended, 0.01),
  payableAmber: declareThreshold('payable_amber', 'Days payable: amber over', 45, recommended),
  payableRed: declareThreshold('payable_red', 'Days payable: red over', 90, recommended),
  costTolerance: declareThreshold(
    'cost_tolerance',
    'Operating cost a unit: percent around the region’s median',
    20,
    recommended,
  ),
  reserveFloor: declareThreshold(
    'reserve_floor',
    'Replacement reserve a unit: least dollars',
    1000,
    'Practice of housing-finance agencies',
  ),
  receivableAmber: declareThreshold(
    'receivable_amber',
    'Tenant receivables in percent of a month: amber over',
    10,
    recommended,
  ),
  receivableRed: declareThreshold(
    'receivable_red',
    'Tenant receivables in percent of a month: red over',
    20,
    recommended,
  ),
  operatingReserveAmber: declareThreshold(
    'operating_reserve_amber',
    'Operating reserve in months: amber below',
    3,
    recommended,
  ),
}
export type Thresholds = Record<keyof typeof thresholds, number>

/** The other settings an agency has for report cards. */
export const reportCardSettings = {
  coverageAfterReserve: setting({
    group,
    key: 'report_card_coverage_after_reserve',
    label: 'Debt coverage after replacement reserve deposits',
    kind: 'flag',
    default: true,
    source: 'Housing-finance agencies’ habit; before deposits in some published definitions',
  }),
  leastForMedian: setting({
    group,
    key: 'report_card_least_for_median',
    label: 'Statements a region needs for a median',
    kind: 'number',
    step: 1,
    default: 5,
    source: recommended,
  }),
  variancePercent: setting({
    group,
    key: 'report_card_variance_percent',
    label: 'Budget against audit: a line needs a note when it differs more than',
    kind: 'percent',
    unit: 'percent points',
    default: 10,
    source: 'Agency budget rules: narrative of changes over 10 percent',
  }),
  varianceDollars: setting({
    group,
    key: 'report_card_variance_dollars',
    label: 'and more than this amount',
    kind: 'money',
    default: 1000,
    source: recommended,
  }),
  tolerance: setting({
    group,
    key: 'report_card_tolerance',
    label: 'Difference up to which two figures of a checklist answer agree',
    kind: 'money',
    default: 1,
    source: 'Rounding to whole dollars',
  }),
  cureDays: setting({
    group,
    key: 'report_card_cure_days',
    label: 'Time to cure a finding',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Findings letter of the agency',
  }),
}
