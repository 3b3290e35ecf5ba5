import { addDays, addYears, formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { DecontrolSchedule, type reasons } from './entities.ts'

/** The dates and terms of a release. */
export type Schedule = {
  reason: (typeof reasons)[number] | null
  requestedOn: string | null
  effectiveOn: string | null
  ownerNotifiedOn: string | null
  tenantsNotifiedOn: string | null
  releaseRecordedOn: string | null
  form8823On: string | null
  tailEndsOn: string | null
  reserveDisposition: string | null
  leftOpen: string | null
}
/** The facts of the property that the rules of a release need. */
export type ReleaseFacts = {
  today: string
  taxCredit: boolean
  /** Dollars in the reserves of the property. */
  reserves: number
  /** The number of outstanding matters other than the reserves. */
  outstanding: number
}
/**
 * The agency’s settings for releases: days to notify owner and tenants, years of protection, days for Form
 * 8823.
 */
export type ReleaseTerms = { ownerDays: number; tenantDays: number; tailYears: number; formDays: number }

type Field = keyof Schedule
/** Returns a fault for each of these fields that is empty. */
const getMissingFaults = (schedule: Schedule, ...names: readonly Field[]): Fault[] =>
  names.flatMap((field) =>
    schedule[field]?.trim()
      ? []
      : [{ field, message: `${DecontrolSchedule.fields[field].meta()?.label}: ${REQUIRED}` }],
  )

/** Whether present tenants remain protected for years after a release for this reason (domain 2.5). */
const hasTenantProtection = ({ reason }: Pick<Schedule, 'reason'>): boolean =>
  reason === 'Qualified contract' || reason === 'Foreclosure'

/**
 * DEC-1: a release is requested before it takes effect, and the protection of tenants ends after that day.
 */
function getOrderFaults({ requestedOn, effectiveOn, tailEndsOn }: Schedule): Fault[] {
  return [
    ...(requestedOn && effectiveOn && effectiveOn < requestedOn
      ? [{ field: 'effectiveOn', message: 'Takes effect on: that is before the request.' }]
      : []),
    ...(tailEndsOn && effectiveOn && tailEndsOn < effectiveOn
      ? [
          {
            field: 'tailEndsOn',
            message: 'Tenants are protected until: that is before the release takes effect.',
          },
        ]
      : []),
  ]
}

/** DEC-2: the requirements that each step adds to those of the earlier steps (domain 2.5). */
const stepRequirements: Readonly<Record<string, (schedule: Schedule, facts: ReleaseFacts) => Fault[]>> = {
  submit: (schedule) => [
    ...getMissingFaults(schedule, 'reason', 'requestedOn', 'effectiveOn', 'ownerNotifiedOn'),
    ...getOrderFaults(schedule),
  ],
  review: (schedule, { reserves }) => [
    ...getMissingFaults(schedule, 'tenantsNotifiedOn'),
    ...(reserves > 0 ? getMissingFaults(schedule, 'reserveDisposition') : []),
  ],
  approve: (schedule, { today, outstanding }) => [
    ...getMissingFaults(schedule, 'releaseRecordedOn'),
    ...(hasTenantProtection(schedule) ? getMissingFaults(schedule, 'tailEndsOn') : []),
    ...(schedule.effectiveOn && schedule.effectiveOn > today
      ? [
          {
            field: 'effectiveOn',
            message: `It takes effect on ${formatDate(schedule.effectiveOn, 'MM/DD/YYYY')}: it is approved then, not before.`,
          },
        ]
      : []),
    ...(outstanding > 0 && !schedule.leftOpen?.trim()
      ? [
          {
            field: 'leftOpen',
            message: `${outstanding} outstanding: settle them, or say why it is released with them.`,
          },
        ]
      : []),
  ],
}
const stepOrder = ['submit', 'review', 'approve']

/** Returns every fault that keeps a release from a step, also those of earlier steps. */
export const getStepFaults = (step: string, schedule: Schedule, facts: ReleaseFacts): Fault[] =>
  stepOrder.slice(0, stepOrder.indexOf(step) + 1).flatMap((name) => stepRequirements[name]!(schedule, facts))

/**
 * A station of a release: the day by which it is due, the day on which it was done, and the step that waits
 * for it.
 */
export type Station = {
  name: string
  due: string | null
  done: string | null
  step: string
  field: Field | null
}

/** Returns the stations of a release with their days (domain 2.5). */
export function getStations(
  schedule: Schedule,
  { taxCredit }: ReleaseFacts,
  terms: ReleaseTerms,
  approvedOn: string | null,
): Station[] {
  const { requestedOn, effectiveOn } = schedule
  const addToDay = (day: string | null, count: number) => day && addDays(day, count)
  const buildStation = (
    name: string,
    field: Field | null,
    due: string | null,
    step: string,
    completedOn = field && schedule[field],
  ) => ({
    name,
    due,
    step,
    field,
    done: completedOn ?? null,
  })
  return [
    buildStation('Requested', 'requestedOn', null, 'submit'),
    buildStation(
      'Owner and company notified',
      'ownerNotifiedOn',
      addToDay(requestedOn, terms.ownerDays),
      'submit',
    ),
    buildStation('Tenants notified', 'tenantsNotifiedOn', addToDay(effectiveOn, -terms.tenantDays), 'review'),
    buildStation('Release recorded', 'releaseRecordedOn', effectiveOn, 'approve'),
    buildStation('Released', null, effectiveOn, 'approve', approvedOn),
    ...(taxCredit
      ? [buildStation('Final Form 8823', 'form8823On', addToDay(effectiveOn, terms.formDays), 'after')]
      : []),
    ...(hasTenantProtection(schedule)
      ? [
          buildStation(
            'Protection of tenants ends',
            null,
            schedule.tailEndsOn ?? getProtectionEnd(effectiveOn, terms),
            'after',
          ),
        ]
      : []),
  ]
}

/** Returns the last day on which tenants are protected by law. */
const getProtectionEnd = (
  effectiveOn: string | null,
  { tailYears }: Pick<ReleaseTerms, 'tailYears'>,
): string | null => effectiveOn && addYears(effectiveOn, tailYears)

/** Returns the duties that remain in force after a release, as sentences. */
export const getObligations = (
  schedule: Schedule,
  { taxCredit }: ReleaseFacts,
  terms: ReleaseTerms,
): string[] => [
  ...(hasTenantProtection(schedule)
    ? [
        `Until ${formatDate(schedule.tailEndsOn ?? getProtectionEnd(schedule.effectiveOn, terms), 'MM/DD/YYYY')} no low-income tenant is evicted without cause, and their rents stay within the limits.`,
      ]
    : []),
  ...(taxCredit
    ? ['The final Form 8823 tells the Internal Revenue Service that the buildings are released.']
    : []),
  'Records from before the release stay readable here.',
]
