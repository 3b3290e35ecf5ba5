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
export type Known = {
  today: string
  taxCredit: boolean
  /** Dollars in the reserves of the property. */
  reserves: number
  /** The number of outstanding matters other than the reserves. */
  outstanding: number
}
export type Terms = { ownerDays: number; tenantDays: number; tailYears: number; formDays: number }

type Field = keyof Schedule
const missing = (schedule: Schedule, ...names: readonly Field[]): Fault[] =>
  names.flatMap((field) =>
    schedule[field]?.trim()
      ? []
      : [{ field, message: `${DecontrolSchedule.fields[field].meta()?.label}: ${REQUIRED}` }],
  )

/** Reasons after which present tenants stay protected for years (domain 2.5). */
const hasTail = ({ reason }: Pick<Schedule, 'reason'>): boolean =>
  reason === 'Qualified contract' || reason === 'Foreclosure'

/** DEC-1: a release is requested before it takes effect, and nothing of it is recorded before its request. */
function orderFaults({ requestedOn, effectiveOn, tailEndsOn }: Schedule): Fault[] {
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

/** DEC-2: the requirements of each step; a later one includes those of the earlier ones (domain 2.5). */
const needs: Readonly<Record<string, (schedule: Schedule, releaseContext: Known) => Fault[]>> = {
  submit: (schedule) => [
    ...missing(schedule, 'reason', 'requestedOn', 'effectiveOn', 'ownerNotifiedOn'),
    ...orderFaults(schedule),
  ],
  review: (schedule, { reserves }) => [
    ...missing(schedule, 'tenantsNotifiedOn'),
    ...(reserves > 0 ? missing(schedule, 'reserveDisposition') : []),
  ],
  approve: (schedule, { today, outstanding }) => [
    ...missing(schedule, 'releaseRecordedOn'),
    ...(hasTail(schedule) ? missing(schedule, 'tailEndsOn') : []),
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
const order = ['submit', 'review', 'approve']

/** Everything that keeps a release from a step. */
export const faultsBefore = (step: string, schedule: Schedule, releaseContext: Known): Fault[] =>
  order.slice(0, order.indexOf(step) + 1).flatMap((name) => needs[name]!(schedule, releaseContext))

/** A station of a release: by when, whether it is done, and which step waits for it. */
export type Station = {
  name: string
  due: string | null
  done: string | null
  step: string
  field: Field | null
}

/** The stations of a release with their days (domain 2.5). */
export function getStations(
  schedule: Schedule,
  { taxCredit }: Known,
  terms: Terms,
  approvedOn: string | null,
): Station[] {
  const { requestedOn, effectiveOn } = schedule
  const after = (day: string | null, count: number) => day && addDays(day, count)
  const station = (
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
    station('Requested', 'requestedOn', null, 'submit'),
    station('Owner and company notified', 'ownerNotifiedOn', after(requestedOn, terms.ownerDays), 'submit'),
    station('Tenants notified', 'tenantsNotifiedOn', after(effectiveOn, -terms.tenantDays), 'review'),
    station('Release recorded', 'releaseRecordedOn', effectiveOn, 'approve'),
    station('Released', null, effectiveOn, 'approve', approvedOn),
    ...(taxCredit
      ? [station('Final Form 8823', 'form8823On', after(effectiveOn, terms.formDays), 'after')]
      : []),
    ...(hasTail(schedule)
      ? [
          station(
            'Protection of tenants ends',
            null,
            schedule.tailEndsOn ?? getTail(effectiveOn, terms),
            'after',
          ),
        ]
      : []),
  ]
}

/** The last day of the tail, as the law counts it. */
const getTail = (effectiveOn: string | null, { tailYears }: Pick<Terms, 'tailYears'>): string | null =>
  effectiveOn && addYears(effectiveOn, tailYears)

/** What stays in force after a release, in sentences. */
export const getObligations = (schedule: Schedule, { taxCredit }: Known, terms: Terms): string[] => [
  ...(hasTail(schedule)
    ? [
        `Until ${formatDate(schedule.tailEndsOn ?? getTail(schedule.effectiveOn, terms), 'MM/DD/YYYY')} no low-income tenant is evicted without cause, and their rents stay within the limits.`,
      ]
    : []),
  ...(taxCredit
    ? ['The final Form 8823 tells the Internal Revenue Service that the buildings are released.']
    : []),
  'Records from before the release stay readable here.',
]
