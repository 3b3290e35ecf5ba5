import { requestStatusLabel } from '#kernel/model/status.ts'
import { type Flow, reviewFlow } from '#kernel/model/workflow.ts'

/** The status that follows Certified when the term is over; only the night job leads there (domain 21.3). */
export const EXPIRED = 7
export const CERTIFIED = 5

const labels: Readonly<Record<number, string>> = {
  4: 'Recommended',
  5: 'Certified',
  6: 'Rejected',
  [EXPIRED]: 'Expired',
}

const base = reviewFlow('ManagementCompanyAssetCertification', {
  title: 'Certification application',
  steps: {
    return: { from: [2, 3] },
    review: {
      label: 'Pass on with recommendation',
      done: 'Recommendation made',
      confirm: 'A manager decides on the marks, the recommendation and the term you have set.',
    },
    approve: {
      label: 'Certify',
      done: 'Certified',
      confirm: 'The company is certified for the term set, stands on the public list, and is mailed the certificate.',
    },
    approveDirectly: null,
    deny: {
      label: 'Reject application',
      done: 'Application rejected',
      by: 'agency manager',
      confirm: 'The company is mailed your reason. It may apply again.',
    },
    reopen: { confirm: 'It returns to review. A certification that came of it is withdrawn.' },
    adminChange: { from: [1, 2, 3, 4, 5, 6, EXPIRED] },
  },
})

/** The way of an application: the base table of reviews; a manager decides; certified ones expire. */
export const flow: Flow<'ManagementCompanyAssetCertification'> = {
  ...base,
  statuses: [...base.statuses, EXPIRED],
  labels,
}

/** ST-04 for this module: 4 reads Recommended, 5 Certified, 7 Expired; 1 reads Unsubmitted once it had been submitted. */
export const statusLabel = (statusId: number, submitted: string | null): string =>
  labels[statusId] ?? requestStatusLabel(statusId, { submittedBefore: submitted !== null })

/** `MC-104`: how an application is named in lists, mails and on the certificate. */
export const applicationNumber = (applicationId: number): string => `MC-${applicationId}`
