type Labels = Readonly<Record<number, string>>

/** The value of a declared set of constants. */
type ValueOf<Constants> = Constants[keyof Constants]

/** The status of a submission, as stored. ST-04, ST-07. */
export const RequestStatus = {
  NOT_STARTED: -1,
  NOT_SUBMITTED: 1,
  SUBMITTED: 2,
  UNDER_REVIEW: 3,
  REVIEWED: 4,
  APPROVED: 5,
  REJECTED: 6,
} as const
export type RequestStatus = ValueOf<typeof RequestStatus>

/**
 * Whether a submission is submitted or in a later status. It is false again after a return or recall. ST-04.
 */
export const isFiled = (status: number): boolean => status > RequestStatus.NOT_SUBMITTED

/** Whether a submission is with the agency: submitted, under review or reviewed. ST-04. */
export const isWithAgency = (status: number): boolean =>
  status >= RequestStatus.SUBMITTED && status <= RequestStatus.REVIEWED

/** Whether the submission is still undecided, at the company or at the agency. ST-04. */
export const isOpen = (status: number): boolean => status < RequestStatus.APPROVED

/** Whether a submission is decided: approved, rejected, or in a later status of its own workflow. ST-04. */
export const isDecided = (status: number): boolean => status >= RequestStatus.APPROVED

/** The plain labels of {@link RequestStatus}. ST-04, ST-07. */
export const requestStatusLabels: Labels = {
  [RequestStatus.NOT_STARTED]: 'Not Started',
  [RequestStatus.NOT_SUBMITTED]: 'Not Submitted',
  [RequestStatus.SUBMITTED]: 'Submitted (not reviewed)',
  [RequestStatus.UNDER_REVIEW]: 'Under Review',
  [RequestStatus.REVIEWED]: 'Reviewed',
  [RequestStatus.APPROVED]: 'Approved',
  [RequestStatus.REJECTED]: 'Rejected',
}

/** The context of a status label other than its number. */
export type StatusContext = {
  /**
   * 'deny' for kinds that the agency denies instead of rejecting: rent increases, rent gap, reserves,
   * distribution requests.
   */
  rejectionVerb?: 'deny' | 'reject'
  /** Whether it was submitted before. If so, the status Not Submitted is labeled Unsubmitted. */
  submittedBefore?: boolean
}

/**
 * Returns the label of a submission's status. Null and unknown numbers get the label Not Submitted. ST-04 to
 * ST-09.
 */
export function requestStatusLabel(value: number | null | undefined, context: StatusContext = {}): string {
  if (value === RequestStatus.REJECTED && context.rejectionVerb === 'deny') return 'Denied'
  if (value === RequestStatus.NOT_SUBMITTED && context.submittedBefore) return 'Unsubmitted'
  return requestStatusLabels[value ?? RequestStatus.NOT_SUBMITTED] ?? 'Not Submitted'
}
