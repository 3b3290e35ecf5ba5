import { beyondDocuments, reviewSettings } from '#engines/review/model/index.ts'
import { type Setting, setting } from '#kernel/model/setting.ts'

const group = 'Rent increase'
const declareCap = (key: string, label: string, value: number, source: string): Setting<number> =>
  setting({ group, key, label, kind: 'percent', unit: 'percent points', step: 0.5, default: value, source })

/**
 * The settings an agency has for rent increases. The caps apply to new rents from the day they take effect.
 */
export const rentIncreaseSettings = {
  autoCap: declareCap(
    'rent_auto_cap',
    'Greatest increase of family properties',
    7,
    'Agency rent-increase questions and answers',
  ),
  budgetCap: declareCap(
    'rent_budget_cap',
    'Greatest increase on an approved budget',
    10,
    'To be set by the agency',
  ),
  seniorFloor: declareCap(
    'rent_senior_floor',
    'Elderly properties may always raise by',
    2,
    'Agency rent-increase rule',
  ),
  costOfLiving: setting({
    group,
    key: 'rent_cost_of_living',
    label: 'Cost-of-living adjustment of Social Security',
    kind: 'percent',
    unit: 'percent points',
    default: 2.5,
    source: 'Social Security Administration; counts rounded to whole points for elderly properties',
  }),
  monthsBetween: setting({
    group,
    key: 'rent_min_months_between',
    label: 'Months between two increases',
    kind: 'number',
    default: 12,
    source: 'Agency rent-increase rule',
  }),
  noticeDays: setting({
    group,
    key: 'rent_notice_days',
    label: 'Days from the tenants’ notice to the new rents',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Exhibit A-21',
  }),
  rollDays: setting({
    group,
    key: 'rent_roll_days',
    label: 'Oldest rent roll',
    kind: 'days',
    unit: 'days',
    default: 60,
    source: 'Agency rent-increase rule: a current rent roll',
  }),
  appealDays: setting({
    group,
    key: 'appeal_days',
    label: 'Days in which a denial may be appealed',
    kind: 'days',
    unit: 'days',
    default: 30,
    source: 'Agency rule on appeals',
  }),
  beyondDocuments: beyondDocuments(group, 'rent'),
  ...reviewSettings({
    group,
    key: 'rent',
    twoPerson: false,
    because: 'no money leaves a reserve',
    queue: 'rent.increases@agency.example',
  }),
}
