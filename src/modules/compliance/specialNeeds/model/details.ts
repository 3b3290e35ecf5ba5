import { z } from 'zod'
import { choiceField, number } from '#kernel/model/field.ts'

/** Populations that units are set aside for (domain 17.3). */
export const populations = [
  'Chronic mental illness',
  'Developmental or physical disability',
  'Substance use',
  'Homeless',
  'Domestic violence',
  'Youth aging out of care',
  'Veterans',
  'Other',
] as const

/**
 * How many units a population has at the end of a month: of households a referral agency sent, and of others
 * after a hold.
 */
const specialNeedsDetail = z.object({
  population: choiceField('Population', populations),
  referred: number('Referred households', 0, 5000),
  others: number('Other households', 0, 5000),
})
export type SpecialNeedsDetail = z.infer<typeof specialNeedsDetail>
export const specialNeedsDetails = z
  .array(specialNeedsDetail)
  .max(populations.length)
  .meta({ label: 'Special needs', noun: 'Population' })

/**
 * Units for special needs with who lives in them: by referral, after a hold by others, and the rest, which
 * waits.
 */
export function getSpecialNeeds(count: number, details: readonly SpecialNeedsDetail[]) {
  const sum = (readValue: (item: SpecialNeedsDetail) => number | null): number =>
    details.reduce((total, item) => total + (readValue(item) ?? 0), 0)
  const referred = sum((item) => item.referred)
  const otherRows = sum((item) => item.others)
  return { count, referred, others: otherRows, open: Math.max(0, count - referred - otherRows) }
}
