import { z } from 'zod'
import { ManagementCompanyAssetCertification } from './entities.ts'

/** What a step offers; travels with the record. */
const action = z.object({
  name: z.string(),
  label: z.string(),
  confirm: z.string(),
  reason: z.enum(['required', 'optional', 'none']),
  danger: z.boolean().optional(),
  to: z.int().nullable(),
})

/** A paper of an application. */
export const attached = z.object({
  fileId: z.int(),
  documentType: z.string().nullable(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  createdAt: z.string(),
})

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

const known = z.object({
  properties: z.int(),
  units: z.int(),
  inspectedProperties: z.int(),
  averageInspectionScore: z.number().nullable(),
})

/** A property the company may ask for. */
export const propertyOption = z.object({
  propertyId: z.int(),
  name: z.string(),
  agencyNumber: z.string().nullable(),
  units: z.int(),
})

/** An application with everything its screen shows. */
export const applicationDetail = ManagementCompanyAssetCertification.row.extend({
  applicationNumber: z.string(),
  statusLabel: z.string(),
  companyName: z.string(),
  submittedByName: z.string().nullable(),
  reviewerName: z.string().nullable(),
  reviewedByName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  documents: z.array(attached),
  properties: z.array(propertyOption),
  /** What the portal knows of the company's properties; for the agency alone. */
  known: known.nullable(),
  /** For the agency as the marks stand; for the company what the decision was made on. */
  standing: score.nullable(),
  daysLeft: z.int().nullable(),
  today: z.string(),
  actions: z.array(action),
  canEdit: z.boolean(),
  canReview: z.boolean(),
})

/** A line of the queue and of a company's list. */
export const applicationLine = z.object({
  managementCompanyAssetCertificationId: z.int(),
  applicationNumber: z.string(),
  managementCompanyId: z.int(),
  companyName: z.string(),
  city: z.string().nullable(),
  statusId: z.int(),
  statusLabel: z.string(),
  isRenewal: z.boolean(),
  submitted: z.string().nullable(),
  ageDays: z.int().nullable(),
  requested: z.int(),
  reviewerName: z.string().nullable(),
  score: z.number().nullable(),
  decided: z.string().nullable(),
  startsOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
  daysLeft: z.int().nullable(),
  /** It ends within the days of the first reminder. */
  expiring: z.boolean(),
  /** A later certification of the company takes its place. */
  superseded: z.boolean(),
})

/** What anybody may know of a certified company. */
export const publicLine = z.object({
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  phone: z.string().nullable(),
  certifiedSince: z.string(),
  expiresOn: z.string(),
})

/** Where a company stands. */
export const companyStanding = z.object({
  managementCompanyId: z.int(),
  companyName: z.string(),
  openApplicationId: z.int().nullable(),
  expiresOn: z.string().nullable(),
  isDue: z.boolean(),
  canStart: z.boolean(),
})
