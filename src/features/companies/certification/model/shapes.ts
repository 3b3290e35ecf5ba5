import { z } from 'zod'

const day = z.iso.date().nullable()
const days = z.int().nullable()

const score = z.object({
  total: z.number().nullable(),
  passMark: z.number(),
  parts: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      weight: z.number(),
      mark: z.number().nullable(),
      points: z.number().nullable(),
      source: z.string(),
    }),
  ),
})

const portfolioPerformance = z.object({
  properties: z.int(),
  units: z.int(),
  inspectedProperties: z.int(),
  averageInspectionScore: z.number().nullable(),
})

/** A property that the company may name in its application. */
export const propertyOptionSchema = z.object({
  propertyId: z.int(),
  name: z.string(),
  agencyNumber: z.string().nullable(),
  units: z.int(),
})

/** The facts that an application's screen and rules need besides the application. */
export const applicationFactsShape = {
  properties: z.array(propertyOptionSchema),
  /** The portal's data about the company's properties; null for the company. */
  known: portfolioPerformance.nullable(),
  /** The current score for the agency; for the company the score of the decision. */
  standing: score.nullable(),
  daysLeft: days,
  /** The kinds of documents of the last application that are copied when a new one is first saved. */
  comingDocuments: z.array(z.string()),
}

/** List columns of an application beyond the standard ones. */
export const applicationColumnsShape = {
  city: z.string().nullable(),
  isRenewal: z.boolean(),
  requested: z.int(),
  score: z.number().nullable(),
  startsOn: day,
  expiresOn: day,
  daysLeft: days,
  /** Whether the certification ends within the days of the first reminder. */
  expiring: z.boolean(),
  /** Whether a later certification of the company replaces it. */
  superseded: z.boolean(),
}

/** The public data of a certified company. */
export const publicCompanySchema = z.object({
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  phone: z.string().nullable(),
  certifiedSince: z.string(),
  expiresOn: z.string(),
})

/** The certification state of a company. */
export const companyCertificationSchema = z.object({
  managementCompanyId: z.int(),
  companyName: z.string(),
  openApplicationId: z.int().nullable(),
  expiresOn: day,
  isDue: z.boolean(),
  canStart: z.boolean(),
})
