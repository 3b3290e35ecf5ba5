import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { type StatusStep, stepsAt } from '#ui/frame/StatusSteps.tsx'
import type { AnyReview } from '../model/review.ts'
import { type AnyDetail, anyReview } from './pages.ts'

export const shortDate = (moment: string | null): string => (moment ? formatDate(moment, 'MM/DD/YYYY') : '')

/** A noun as it begins a title. */
export const capital = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

/** A day and a person, as far as they are known. */
export const byWhom = (moment: string | null, name: string | null): string =>
  [shortDate(moment), name].filter(Boolean).join(', ')

/** By how many days a decision is late; 0 where it is not, or was made. */
export const daysLate = ({ decided, promisedBy, today }: AnyDetail): number =>
  decided || !promisedBy ? 0 : Math.max(0, daysBetween(promisedBy, today))

/** What the way back from a record names: its subject, and the fields of its owner’s address. */
type Crumbed = Pick<AnyDetail, 'subject'> & {
  propertyId?: number | null
  managementCompanyId?: number | null
}

/** From a record, or the place of one that is not begun, back to its lists: of all, then of its owner. */
export function getCrumbs(declared: unknown, detail: Crumbed) {
  const { entity, routes } = anyReview(declared)
  return [
    { label: `${entity.label}s`, to: routes.queue },
    ...(routes.owner ? [{ label: detail.subject, to: routes.owner(detail) }] : []),
  ]
}

const { NOT_SUBMITTED, SUBMITTED, UNDER_REVIEW, REVIEWED, APPROVED, REJECTED } = RequestStatus
/** The stations that a company sees: the agency's progress within its review stays at one of them. */
const stations: readonly number[] = [NOT_SUBMITTED, SUBMITTED, UNDER_REVIEW, APPROVED]

/**
 * The stations of a record's path, and its current one; statuses after the decision take the decision's
 * place.
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
