import { setting } from '#kernel/model/setting.ts'

const declarePercent = (key: string, label: string, value: number) =>
  setting({
    group: 'Rent increase',
    key,
    label,
    kind: 'percent',
    unit: 'percent of the average',
    least: 1,
    default: value,
    source: 'Agency decision: comparable rents',
  })

/** The limits that classify a rent against comparable ones. */
export const comparableSettings = {
  belowMarket: declarePercent('comparable_below_market', 'A rent is below market up to', 90),
  market: declarePercent('comparable_market', 'A rent is within market up to', 100),
}
