import type { z } from 'zod'
import {
  companyMails,
  type DetailOfReview,
  type LineOfReview,
  review,
  type SharedDetail,
} from '#engines/review/model/index.ts'
import { company } from '#kernel/model/access.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Step } from '#kernel/model/workflow.ts'
import { type ApplicationContent, ManagementCompanyAssetCertification } from './entities.ts'
import { certificationFacts } from './facts.ts'
import { type ApplicationRow, getApplicationFaults, getReviewFaults } from './rules.ts'
import { certificationSettings } from './settings.ts'
import { applicationColumnsShape, applicationFactsShape } from './shapes.ts'

/** The status of a certified application. */
export const CERTIFIED = 5
/** The status of a certification whose term is over (domain 21.3). */
export const EXPIRED = 7

const expire: Step = {
  name: 'expire',
  label: 'Expire',
  done: 'Expired',
  from: [CERTIFIED],
  to: EXPIRED,
  by: 'system',
  reason: 'none',
  confirm: '',
}

type FiledDetail = SharedDetail & z.infer<z.ZodObject<typeof applicationFactsShape>>

/**
 * Declares the review of applications: staff recommend, a manager decides, and a certification expires by
 * time (domain 21).
 */
export const applications = review(ManagementCompanyAssetCertification, {
  path: '/api/ManagementCompanyAssetCertification',
  name: certificationFacts.name,
  prefix: 'MC',
  noun: 'application',
  access: { read: company('read'), write: company('write') },
  module: certificationFacts.module,
  routes: {
    ...certificationFacts,
    owner: ({ managementCompanyId }) => `/ManagementCompanyAssetCertificationList/${managementCompanyId}`,
  },
  names: { one: 'GetApplication', fresh: 'GetNewApplication' },
  flow: {
    labels: {
      [RequestStatus.REVIEWED]: 'Recommended',
      [CERTIFIED]: 'Certified',
      [RequestStatus.REJECTED]: 'Rejected',
      [EXPIRED]: 'Expired',
    },
    steps: {
      return: { from: [RequestStatus.SUBMITTED, RequestStatus.UNDER_REVIEW] },
      review: {
        label: 'Pass on with recommendation',
        done: 'Recommendation made',
        confirm: 'A manager decides on the marks, the recommendation and the term you have set.',
      },
      approve: {
        label: 'Certify',
        done: 'Certified',
        confirm:
          'The company is certified for the term set, appears on the public list, and is mailed the certificate.',
      },
      approveDirectly: null,
      deny: {
        label: 'Reject application',
        done: 'Application rejected',
        by: 'agency manager',
        confirm: 'The company is mailed your reason. It may apply again.',
      },
      reopen: { confirm: 'It returns to review. A certification that was given for it is withdrawn.' },
    },
    extra: [expire],
  },
  detail: applicationFactsShape,
  withheld: ['standing', 'score'],
  line: applicationColumnsShape,
  /** The parts of the list by term, with the latest application of each company. */
  parts: ['inForce', 'expiring', 'expired'],
  rules: {
    MCA: (content: ApplicationContent, { today, files, comingDocuments, properties }: FiledDetail) =>
      getApplicationFaults(content, {
        today,
        documents: [...files.map((file) => file.documentType ?? ''), ...comingDocuments],
        properties: properties.map((property) => property.propertyId),
      }),
  },
  reviewRules: {
    'MCA-review': (row: ApplicationRow, { standing }: FiledDetail) => getReviewFaults(row, standing),
  },
  mails: companyMails,
  settings: { queue: certificationSettings.queueAddress, twoPerson: certificationSettings.twoPerson },
})

/** An application with the details on its screen, and as a line in lists. */
export type ApplicationDetail = DetailOfReview<typeof applications>
export type ApplicationLine = LineOfReview<typeof applications>
