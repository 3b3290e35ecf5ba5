import { z } from 'zod'
import { choiceField, number } from '#kernel/model/field.ts'

/** The populations for which units are set aside (domain 17.3). */
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
 * The units of a population at the end of a month: those with referred households, and those with others
 * after a hold.
 */
const specialNeedsDetail = z.object({
  population: choiceField('Population', populations),
  referred: number('Referred households', 0, 5000),
  others: number('Other households', 0, 5000),
})
export type SpecialNeedsDetail = z.infer<typeof specialNeedsDetail>
/** The special-needs units of a unit type at the end of a month, by population. */
export const specialNeedsDetails = z
  .array(specialNeedsDetail)
  .max(populations.length)
  .meta({ label: 'Special needs', noun: 'Population' })

/**
 * Returns the number of special-needs units of a unit type: all, with referred households, with others, and
 * open ones.
 */
export function countSpecialNeedsUnits(count: number, details: readonly SpecialNeedsDetail[]) {
  const sum = (readValue: (item: SpecialNeedsDetail) => number | null): number =>
    details.reduce((total, item) => total + (readValue(item) ?? 0), 0)
  const referred = sum((item) => item.referred)
  const others = sum((item) => item.others)
  return { count, referred, others: others, open: Math.max(0, count - referred - others) }
}
