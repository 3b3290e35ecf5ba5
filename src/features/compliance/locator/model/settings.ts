import { reviewSettings } from '#engines/review/model/index.ts'
import { setting } from '#kernel/model/setting.ts'

const group = 'Housing locator'
const { turnaroundDays, queueAddress } = reviewSettings({
  group,
  key: 'ahl',
  twoPerson: false,
  because: 'one person decides',
  queue: 'locator@agency.example',
})

/** The agency's settings for the affordable housing locator. */
export const locatorSettings = {
  turnaroundDays,
  queueAddress,
  staleMonths: setting({
    group,
    key: 'ahl_stale_months',
    label: 'A listing is to be confirmed again after',
    kind: 'number',
    unit: 'months',
    least: 1,
    default: 12,
    source: 'Domain 29: stale after more than 12 months',
  }),
  mostPhotos: setting({
    group,
    key: 'ahl_photos_most',
    label: 'Photos of a listing at most',
    kind: 'number',
    unit: 'photos',
    least: 1,
    default: 10,
    source: 'Domain 29',
  }),
  longestSide: setting({
    group,
    key: 'ahl_photo_longest_side',
    label: 'Longest side of a photo; larger ones are made smaller',
    kind: 'number',
    unit: 'pixels',
    least: 400,
    default: 1600,
    source: 'Set by the agency',
  }),
} as const
