import { z } from 'zod'
import {
  complianceMails,
  type DetailOfReview,
  type LineOfReview,
  type ReviewedRow,
  review,
} from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { HousingPriorityCertification, SpecialNeeds } from './entities.ts'
import { getPropertyCertificationsPath, priorityFacts } from './facts.ts'
import { type CertificationContent, type CertificationFacts, getCertificationFaults } from './rules.ts'
import { prioritySettings as settings } from './settings.ts'

/** The kinds of documents that a certification can have. */
export const documentKinds = ['Letter of the lead referral agency', 'Service log', 'Other'] as const

/** The current contact of the lead referral agency. */
const lraContact = z.object({
  contactId: z.int(),
  name: z.string(),
  company: z.string().nullable(),
  title: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
})

/** Declares the review of Exhibit Z, in which one person decides (domain 23, 39). */
export const certifications = review(HousingPriorityCertification, {
  path: '/api/HousingPriorityCertification',
  name: priorityFacts.name,
  prefix: 'Z',
  noun: 'certification',
  access: priorityFacts.permission,
  module: priorityFacts.module,
  routes: { ...priorityFacts, owner: ({ propertyId }) => getPropertyCertificationsPath(propertyId) },
  names: { one: 'GetHousingPriorityCertification', ofProperty: 'GetByProjectId' },
  flow: {
    steps: {
      return: { from: [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW] },
      review: null,
      approve: {
        from: [RequestStatus.UNDER_REVIEW],
        by: 'agency write',
        confirm: 'The certification is accepted for its year. Everyone concerned is mailed.',
      },
      approveDirectly: null,
      deny: { from: [RequestStatus.UNDER_REVIEW], label: 'Reject', done: 'Rejected' },
    },
  },
  detail: {
    specialNeeds: z.array(SpecialNeeds.row),
    units: z.int(),
    replaceDays: z.int(),
    contact: lraContact.nullable(),
    /**
     * The units committed in the previous approved certification, which a new one copies; null without one.
     */
    committedBefore: z.int().nullable(),
  },
  lines: { specialNeeds: SpecialNeeds },
  line: {
    year: z.int(),
    committedUnits: z.int().nullable(),
    filled: z.int(),
    unmet: z.int(),
    lraName: z.string().nullable(),
    lraAgreementEnds: z.iso.date().nullable(),
  },
  /** All populations of the certification. A population that is missing here is removed. */
  saves: { specialNeeds: z.array(SpecialNeeds.input).max(20).optional() },
  rules: {
    HPC: (content: CertificationContent, filing: CertificationFacts) =>
      getCertificationFaults(content, filing),
  },
  documents: documentKinds,
  mails: complianceMails,
  settings: { queue: settings.queueAddress, turnaround: settings.turnaroundDays },
})

/** A certification as a record, with the details on its screen, and as a line in lists. */
export type CertificationRow = ReviewedRow<typeof HousingPriorityCertification>
export type CertificationDetail = DetailOfReview<typeof certifications>
export type CertificationLine = LineOfReview<typeof certifications>
