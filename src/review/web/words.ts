import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { type StatusStep, stepsAt } from '#ui/frame/StatusSteps.tsx'
import type { AnyReview } from '../model/review.ts'
import type { AnyDetail } from './pages.ts'

export const shortDate = (moment: string | null): string => (moment ? formatDate(moment, 'MM/DD/YYYY') : '')

/** A noun as it begins a title. */
export const capital = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

/** A day and a person, as far as they are known. */
export const byWhom = (moment: string | null, name: string | null): string =>
  [shortDate(moment), name].filter(Boolean).join(', ')

/** How old a record is, and when it was or should be decided. */
export function ageWords({ ageDays, decided, promisedBy }: AnyDetail): string {
  if (ageDays === null) return ''
  const days = plural(ageDays, 'day', 'days')
  if (decided) return `${days}, decided ${shortDate(decided)}`
  return promisedBy ? `${days}, decision promised by ${shortDate(promisedBy)}` : days
}

/** By how many days a decision is late; 0 where it is not, or was made. */
export const daysLate = ({ decided, promisedBy, today }: AnyDetail): number =>
  decided || !promisedBy ? 0 : Math.max(0, daysBetween(promisedBy, today))

/** From a record back to its list. */
export const crumbsOf = ({ entity, routes }: AnyReview, detail: AnyDetail) => [
  { label: `${entity.label}s`, to: routes.queue },
  ...(routes.owner ? [{ label: detail.subject, to: routes.owner(detail) }] : []),
]

/** Those of a company: how far the agency's own review is stands at one of them. */
const stations = [1, 2, 3, 5]

/** The stations of a record's way, and where it stands; what lies beyond the decision takes the decision's place. */
export function stationsOf({ flow, labelOf }: AnyReview, { statusId }: AnyDetail): StatusStep[] {
  const refused = statusId === 6
  const way = stations.filter((one) => flow.statuses.includes(one))
  const last = statusId >= 5 ? statusId : 5
  const reviewed = statusId === 4
  const labels = way.map((one) => labelOf(one === 5 ? last : one === 3 && reviewed ? 4 : one, null))
  const at = statusId >= 5 ? (refused ? way.length - 1 : way.length) : way.indexOf(reviewed ? 3 : statusId)
  return stepsAt(labels, at, refused)
}
