import { addBusinessDays, addDays, addMonths } from '#kernel/model/dates.ts'
import { getExpiry } from '#modules/companies/certification/model/term.ts'
import { between } from './chance.ts'
import type { Company } from './types.ts'

/** The duration of every certification in months. */
export const TERM = 24

/** The statuses of the companies, the largest first. `renewal n` is certified with a renewal in status n. */
const head = [
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
const cycle = [
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
const CYCLES = 5
type Standing = (typeof head)[number] | (typeof cycle)[number] | 'returned'
/** The certification status of each of the sixty companies. */
export const standings: readonly Standing[] = [
  ...head,
  ...Array.from({ length: CYCLES }, (_, round) =>
    cycle.map((text): Standing => (text === 'draft' && round % 2 === 0 ? 'returned' : text)),
  ).flat(),
]

/** A step of an application. `by` is a user name, the person of the company, or null for the system. */
export type Step = {
  action: string
  from: number | null
  to: number
  day: string
  by: 'company' | string | null
  reason?: string
}
export type Application = {
  company: Company
  statusId: number
  steps: Step[]
  startsOn: string | null
  renewal: boolean
}

/** The steps from the first line to a status, so that the last is on or shortly before `end`. */
function stepsTo(statusId: number, end: string, reason?: string): Step[] {
  const steps: Step[] = [
    { action: 'create', from: null, to: 1, day: '', by: 'company' },
    { action: 'submit', from: 1, to: 2, day: '', by: 'company' },
    { action: 'startReview', from: 2, to: 3, day: '', by: 'agency.write' },
    { action: 'review', from: 3, to: 4, day: '', by: 'agency.write' },
    statusId === 6
      ? { action: 'deny', from: 4, to: 6, day: '', by: 'agency.manager', ...(reason ? { reason } : {}) }
      : { action: 'approve', from: 4, to: 5, day: '', by: 'agency.manager' },
  ]
  const someSteps = steps.slice(0, Math.min(statusId, 5))
  return someSteps.map((step, index) => ({
    ...step,
    day: addBusinessDays(end, (index + 1 - someSteps.length) * 6),
  }))
}

/** Returns the applications of a company with a status, the oldest first. */
export function getApplications(
  company: Company,
  certificationState: Standing,
  today: string,
): Application[] {
  const key = `certification ${company.name}`
  const open = (statusId: number, renewal = false, extra: Step[] = []): Application => {
    const end = addBusinessDays(addDays(today, -between(`${key} age`, 2, 24)), -1)
    return { company, statusId, steps: [...stepsTo(statusId, end), ...extra], startsOn: null, renewal }
  }
  const certified = (startsOn: string): Application => {
    const over = getExpiry(startsOn, TERM) < today
    const steps = stepsTo(5, startsOn)
    const ended: Step[] = [
      { action: 'expire', from: 5, to: 7, day: addDays(getExpiry(startsOn, TERM), 1), by: null },
    ]
    return {
      company,
      statusId: over ? 7 : 5,
      steps: over ? [...steps, ...ended] : steps,
      startsOn,
      renewal: false,
    }
  }
  /** A certification that ends in this number of days. */
  const endingIn = (days: number) => certified(addMonths(addDays(today, days + 1), -TERM))
  if (certificationState.startsWith('renewal'))
    return [endingIn(between(`${key} left`, 20, 70)), open(Number(certificationState.slice(-1)), true)]
  switch (certificationState) {
    case 'expiring':
      return [endingIn(between(`${key} left`, 35, 85))]
    case 'certified':
      return [certified(addDays(today, -between(`${key} since`, 40, 600)))]
    case 'expired':
      return [certified(addDays(today, -between(`${key} since`, 760, 950)))]
    case 'submitted':
      return [open(2)]
    case 'under review':
      return [open(3)]
    case 'recommended':
      return [open(4)]
    case 'rejected': {
      const reason =
        'The fidelity bond has lapsed and two annual statements are overdue. (Invented for the demonstration.)'
      return [
        {
          ...open(1),
          statusId: 6,
          steps: stepsTo(6, addDays(today, -between(`${key} age`, 20, 300)), reason),
        },
      ]
    }
    case 'returned': {
      const reason = 'Please attach the current fidelity bond. (Invented for the demonstration.)'
      const submitted = open(2)
      const day = submitted.steps.at(-1)!.day
      const back = {
        action: 'return',
        from: 2,
        to: 1,
        day: addBusinessDays(day, 1),
        by: 'agency.write',
        reason,
      }
      return [{ ...submitted, statusId: 1, steps: [...submitted.steps, back] }]
    }
    default:
      return [open(1)]
  }
}
