import { getExpiry } from '#features/companies/certification/model/term.ts'
import { addBusinessDays, addDays, addMonths } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween } from './chance.ts'
import type { Company } from './types.ts'

/** The duration of every certification in months. */
export const TERM_MONTHS = 24

/**
 * The states of the ten largest companies, the largest first. `renewal n` means that the company is
 * certified and that its application for renewal has status n.
 */
const largestCompanyStates = [
  'expiring',
  'certified',
  'renewal 3',
  'certified',
  'certified',
  'renewal 4',
  'certified',
  'expiring',
  'renewal 2',
  'certified',
] as const
/** The states of the next ten companies. They are repeated for {@link CYCLES} groups of ten. */
const otherCompanyStates = [
  'certified',
  'certified',
  'submitted',
  'certified',
  'expired',
  'under review',
  'certified',
  'rejected',
  'recommended',
  'draft',
] as const
/** The number of times that {@link otherCompanyStates} is repeated. */
const CYCLES = 5
/** A certification state of a company. In `returned`, the agency returned the application for correction. */
type CertificationState =
  | (typeof largestCompanyStates)[number]
  | (typeof otherCompanyStates)[number]
  | 'returned'
/** The certification status of each of the sixty companies. */
export const certificationStates: readonly CertificationState[] = [
  ...largestCompanyStates,
  ...Array.from({ length: CYCLES }, (_, round) =>
    otherCompanyStates.map(
      (state): CertificationState => (state === 'draft' && round % 2 === 0 ? 'returned' : state),
    ),
  ).flat(),
]

/**
 * A step of an application. `by` is a user name, `company` for the person in charge of the company, or null
 * for the system.
 */
export type ApplicationStep = {
  action: string
  from: number | null
  to: number
  day: string
  by: 'company' | string | null
  reason?: string
}
/**
 * An application for certification, with the steps it has taken. `startsOn` is the first day of the
 * certification, or null without one.
 */
export type CertificationApplication = {
  company: Company
  statusId: number
  steps: ApplicationStep[]
  startsOn: string | null
  isRenewal: boolean
}

/**
 * Returns the steps of an application to a status, six business days apart. The last step is on the day
 * `end` or shortly before it.
 */
function getStepsTo(statusId: number, end: string, reason?: string): ApplicationStep[] {
  const steps: ApplicationStep[] = [
    { action: 'create', from: null, to: 1, day: '', by: 'company' },
    { action: 'submit', from: 1, to: 2, day: '', by: 'company' },
    { action: 'startReview', from: 2, to: 3, day: '', by: 'agency.write' },
    { action: 'review', from: 3, to: 4, day: '', by: 'agency.write' },
    statusId === RequestStatus.REJECTED
      ? { action: 'deny', from: 4, to: 6, day: '', by: 'agency.manager', ...(reason ? { reason } : {}) }
      : { action: 'approve', from: 4, to: 5, day: '', by: 'agency.manager' },
  ]
  const takenSteps = steps.slice(0, Math.min(statusId, 5))
  return takenSteps.map((step, index) => ({
    ...step,
    day: addBusinessDays(end, (index + 1 - takenSteps.length) * 6),
  }))
}

/** Returns the applications that result in a certification state of a company, the oldest first. */
export function getApplications(
  company: Company,
  certificationState: CertificationState,
  today: string,
): CertificationApplication[] {
  const key = `certification ${company.name}`
  /** Builds an application without a certification. Its last step was some days ago. */
  const buildUncertified = (
    statusId: number,
    renewal = false,
    extra: ApplicationStep[] = [],
  ): CertificationApplication => {
    const end = addBusinessDays(addDays(today, -drawBetween(`${key} age`, 2, 24)), -1)
    return {
      company,
      statusId,
      steps: [...getStepsTo(statusId, end), ...extra],
      startsOn: null,
      isRenewal: renewal,
    }
  }
  /** Builds an approved application. If the certification has ended by now, it has expired. */
  const buildCertified = (startsOn: string): CertificationApplication => {
    const isOver = getExpiry(startsOn, TERM_MONTHS) < today
    const steps = getStepsTo(5, startsOn)
    const expirySteps: ApplicationStep[] = [
      { action: 'expire', from: 5, to: 7, day: addDays(getExpiry(startsOn, TERM_MONTHS), 1), by: null },
    ]
    return {
      company,
      statusId: isOver ? 7 : 5,
      steps: isOver ? [...steps, ...expirySteps] : steps,
      startsOn,
      isRenewal: false,
    }
  }
  /** Builds a certification that ends in this number of days. */
  const buildEndingIn = (days: number) => buildCertified(addMonths(addDays(today, days + 1), -TERM_MONTHS))
  if (certificationState.startsWith('renewal'))
    return [
      buildEndingIn(drawBetween(`${key} left`, 20, 70)),
      buildUncertified(Number(certificationState.slice(-1)), true),
    ]
  switch (certificationState) {
    case 'expiring':
      return [buildEndingIn(drawBetween(`${key} left`, 35, 85))]
    case 'certified':
      return [buildCertified(addDays(today, -drawBetween(`${key} since`, 40, 600)))]
    case 'expired':
      return [buildCertified(addDays(today, -drawBetween(`${key} since`, 760, 950)))]
    case 'submitted':
      return [buildUncertified(2)]
    case 'under review':
      return [buildUncertified(3)]
    case 'recommended':
      return [buildUncertified(4)]
    case 'rejected': {
      const reason =
        'The fidelity bond has lapsed and two annual statements are overdue. (Invented for the demonstration.)'
      return [
        {
          ...buildUncertified(1),
          statusId: 6,
          steps: getStepsTo(6, addDays(today, -drawBetween(`${key} age`, 20, 300)), reason),
        },
      ]
    }
    case 'returned': {
      const reason = 'Please attach the current fidelity bond. (Invented for the demonstration.)'
      const submittedApplication = buildUncertified(2)
      const day = submittedApplication.steps.at(-1)!.day
      const returnStep = {
        action: 'return',
        from: 2,
        to: 1,
        day: addBusinessDays(day, 1),
        by: 'agency.write',
        reason,
      }
      return [{ ...submittedApplication, statusId: 1, steps: [...submittedApplication.steps, returnStep] }]
    }
    default:
      return [buildUncertified(1)]
  }
}
