import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { type StatusStep, stepsAt } from '#ui/frame/StatusSteps.tsx'
import type { AnyReview } from '../model/review.ts'
import { type AnyDetail, anyReview } from './pages.ts'

/** Formats the day of a moment: `11/09/2026`. Empty if there is none. */
export const shortDate = (moment: string | null): string => (moment ? formatDate(moment, 'MM/DD/YYYY') : '')

/** Capitalizes a noun for the beginning of a title. */
export const capitalize = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

/** Joins a day and a person's name, if they are known. */
export const formatDayAndPerson = (moment: string | null, name: string | null): string =>
  [shortDate(moment), name].filter(Boolean).join(', ')

/** Returns by how many days a decision is late; 0 if it is not late or was already made. */
export const daysLate = ({ decided, promisedBy, today }: AnyDetail): number =>
  decided || !promisedBy ? 0 : Math.max(0, daysBetween(promisedBy, today))

/** The fields of a record that its breadcrumbs need. */
type CrumbFields = Pick<AnyDetail, 'subject'> & {
  propertyId?: number | null
  managementCompanyId?: number | null
}

/** Builds the breadcrumbs of a record: the list of all records, and that of its property or company. */
export function getCrumbs(declared: unknown, detail: CrumbFields) {
  const { entity, routes } = anyReview(declared)
  return [
    { label: `${entity.label}s`, to: routes.queue },
    ...(routes.owner ? [{ label: detail.subject, to: routes.owner(detail) }] : []),
  ]
}

const { NOT_SUBMITTED, SUBMITTED, UNDER_REVIEW, REVIEWED, APPROVED, REJECTED } = RequestStatus
/** The statuses of the progress that a company sees. The whole review is one of them. */
const stations: readonly number[] = [NOT_SUBMITTED, SUBMITTED, UNDER_REVIEW, APPROVED]

/**
 * Returns the labels of a record's progress and its current position. A status after the decision replaces
 * that of the decision.
 */
export function getStations({ flow, labelOf: getLabel }: AnyReview, { statusId }: AnyDetail): StatusStep[] {
  const refused = statusId === REJECTED
  const path = stations.filter((station) => flow.statuses.includes(station))
  const last = isDecided(statusId) ? statusId : APPROVED
  const reviewed = statusId === REVIEWED
  const labels = path.map((status) =>
    getLabel(status === APPROVED ? last : status === UNDER_REVIEW && reviewed ? REVIEWED : status, null),
  )
  const count = isDecided(statusId)
    ? refused
      ? path.length - 1
      : path.length
    : path.indexOf(reviewed ? UNDER_REVIEW : statusId)
  return stepsAt(labels, count, refused)
}
