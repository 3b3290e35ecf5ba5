import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
import type { CertificationDetail } from '../model/certifications.ts'
import { SpecialNeeds } from '../model/entities.ts'

const { fields, content } = SpecialNeeds
const shape = z.object({
  ...(Object.fromEntries(content.map((name) => [name, fields[name as keyof typeof fields]])) as Pick<
    typeof fields,
    'population' | 'committed' | 'filled' | 'byReferral' | 'comments'
  >),
  population: fields.population.nullable(),
  housingPriorityCertificationSpecialNeedsId: fields.housingPriorityCertificationSpecialNeedsId.optional(),
  clientKey: z.string().nullable().optional(),
})
export type FormPopulation = z.infer<typeof shape>

/** Converts the populations to form values and back. */
export const formLines = {
  shape: { specialNeeds: z.array(shape).meta({ label: 'Populations', noun: 'Population' }) },
  valuesOf: ({ specialNeeds }) => ({
    specialNeeds: specialNeeds.map((specialNeed) =>
      Object.fromEntries(
        Object.keys(shape.shape).map((name) => [name, specialNeed[name as keyof typeof specialNeed]]),
      ),
    ),
  }),
  // A row without a population cannot be stored, so its figures remain in the form only.
  sent: ({ specialNeeds }) => ({
    specialNeeds: (specialNeeds as FormPopulation[]).filter((specialNeed) => specialNeed.population),
  }),
} satisfies FormLines<CertificationDetail>

/** The form values of a new, empty population. */
export const blankPopulation = {
  ...Object.fromEntries(content.map((name) => [name, null])),
  housingPriorityCertificationSpecialNeedsId: 0,
}
