import { setting } from '#kernel/model/setting.ts'

const group = 'Average income test'
const declarePercent = (key: string, label: string, value: number, source: string) =>
  setting({ group, key, label, kind: 'percent', unit: 'percent', least: 1, default: value, source })

/** The requirements of the average income test, as settings. */
export const testSettings = {
  mostAverage: declarePercent(
    'average_income_most',
    'Greatest average of the designations',
    60,
    'IRC 42(g)(1)(C)',
  ),
  leastShare: declarePercent(
    'average_income_least_share',
    'Least part of all units in the group',
    40,
    'IRC 42(g)(1)(C)',
  ),
  overIncome: declarePercent(
    'average_income_over_income',
    'Income over which a household is over income, of its limit',
    140,
    'IRC 42(g)(2)(D): of the greater of 60 percent and the unit’s own',
  ),
}
