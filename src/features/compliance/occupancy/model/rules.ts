import { computeExpectedVacancy, isBelowThreshold } from '#core/portfolio/occupancy/model/index.ts'
import { formatDate, monthEnd, monthName } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { plural } from '#kernel/model/formats.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { ProjectOccupancy, ProjectOccupancyRoom } from './entities.ts'
import { describeExcess, getOccupancyTotals, getVacantCount, type Room } from './rooms.ts'

/** The entered values of a month. */
export type MonthContent = {
  rooms: readonly Room[]
  whyBelow: string | null
  stepsTaken: string | null
  inquiries: number | null
  applications: number | null
  comments: string | null
}

/** The facts that a month is checked against beyond its own figures. */
export type MonthFacts = {
  periodDate: string
  today: string
  /** The occupancy in percent points below which an explanation is required. */
  explainBelow: number
  /** Whether the property has to explain low occupancy; small properties and those in lease-up do not. */
  explains: boolean
  /** The month before; null if it was not filed. */
  last: { periodDate: string; units: number; vacantUnits: number | null } | null
}

const requiredFields = ['vacantCount', 'offLineCount', 'moveIns', 'waitingList'] as const
const explanations = ['whyBelow', 'stepsTaken', 'inquiries', 'applications'] as const

const getLabel = (field: (typeof requiredFields)[number]): string =>
  String(ProjectOccupancyRoom.fields[field].meta()?.label ?? field)

/** OCC-1: every unit type has all required counts, with 0 for none (domain 1.5: blank means not answered). */
export const getMissingCounts = ({ rooms }: MonthContent): Fault[] =>
  rooms.flatMap((room, index) =>
    requiredFields.flatMap((field) =>
      room[field] === null
        ? [
            {
              field: `rooms.${index}.${field}`,
              message: `${room.name}, ${getLabel(field).toLowerCase()}: ${REQUIRED}; 0 where there is none.`,
            },
          ]
        : [],
    ),
  )

/**
 * OCC-2: no more units are vacant than exist, and no more are on notice or have special-needs households than
 * are occupied.
 */
export const getImpossibleCounts = ({ rooms }: MonthContent): Fault[] =>
  rooms.flatMap((room, index): Fault[] => {
    const vacant = getVacantCount(room) ?? (room.vacantCount ?? 0) + (room.offLineCount ?? 0)
    const fault = (field: string, message: string) => [{ field: `rooms.${index}.${field}`, message }]
    const excess = describeExcess(room)
    if (excess) return fault('vacantCount', `${room.name}: ${excess} cannot be.`)
    const occupied = room.units - vacant
    const special = room.specialNeedsDetails.reduce(
      (sum, item) => sum + (item.referred ?? 0) + (item.others ?? 0),
      0,
    )
    return [
      ...((room.noticeCount ?? 0) > occupied
        ? fault(
            'noticeCount',
            `${room.name}: ${room.noticeCount} on notice of ${occupied} occupied cannot be.`,
          )
        : []),
      ...(special > occupied
        ? fault(
            'specialNeedsDetails',
            `${room.name}: ${special} special-needs households in ${occupied} occupied units cannot be.`,
          )
        : []),
    ]
  })

const hasExcess = (rooms: readonly Room[]): boolean => rooms.some((room) => describeExcess(room) !== null)

/** Checks whether the occupancy of a month is so low that it has to be explained. */
export const needsExplanation = (
  month: { units: number; vacantUnits: number | null },
  { explains, explainBelow }: Pick<MonthFacts, 'explains' | 'explainBelow'>,
): boolean =>
  explains &&
  // More vacant units than units is an error to correct, not to explain.
  (month.vacantUnits ?? 0) <= month.units &&
  isBelowThreshold({ units: month.units, vacant: month.vacantUnits }, explainBelow)

/** OCC-3: a month below the threshold has all explanations (domain 17.2). */
export function getMissingExplanations(content: MonthContent, facts: MonthFacts): Fault[] {
  // An impossible count has to be corrected first.
  if (hasExcess(content.rooms)) return []
  if (!needsExplanation(getOccupancyTotals(content.rooms), facts)) return []
  return explanations.flatMap((field) => {
    const value = content[field]
    if (typeof value === 'number' || (typeof value === 'string' && value.trim())) return []
    const label = ProjectOccupancy.fields[field].meta()?.label ?? field
    return [{ field, message: `${label}: ${REQUIRED} below ${facts.explainBelow}%.` }]
  })
}

/**
 * Compares the vacant units with those that follow from the month before, its move-ins and move-outs. Null if
 * that month or a count is missing, or the number of units changed.
 */
export function computeCarryover(
  { rooms }: Pick<MonthContent, 'rooms'>,
  { last, periodDate }: Pick<MonthFacts, 'last' | 'periodDate'>,
) {
  const { units, vacantUnits: vacant, moveIns, moveOuts } = getOccupancyTotals(rooms)
  if (last?.vacantUnits == null || vacant === null || moveIns === null || moveOuts === null) return null
  if (last.units !== units || monthEnd(last.periodDate) >= periodDate) return null
  return {
    ...computeExpectedVacancy(last.vacantUnits, { moveIns, moveOuts, vacant }),
    moveIns,
    moveOuts,
    vacant,
  }
}

/**
 * Describes the difference: `1 unit too many`, `2 units too few`; empty if there is none or it is not known.
 */
export function describeCarryover(carryover: ReturnType<typeof computeCarryover>): string {
  if (!carryover || carryover.over === 0) return ''
  const { over } = carryover
  return `${plural(Math.abs(over), 'unit', 'units')} too ${over > 0 ? 'many' : 'few'}`
}

/** OCC-4: vacant units agree with the month before, or the comments explain why not. */
export function getCarryoverFaults(content: MonthContent, facts: MonthFacts): Fault[] {
  const carryover = hasExcess(content.rooms) ? null : computeCarryover(content, facts)
  if (!carryover || carryover.over === 0 || content.comments?.trim()) return []
  const { last } = facts
  const message = `${describeCarryover(carryover)}: ${last?.vacantUnits} were vacant at the end of ${monthName(last?.periodDate ?? '')}, ${carryover.moveOuts} moved out and ${carryover.moveIns} moved in, which makes ${carryover.expected}, not ${carryover.vacant}. Correct it, or explain it in the comments.`
  return [{ field: 'comments', message }]
}

/** OCC-5: a month can only be filed once it is over. */
export function getNotOverFault(
  _: unknown,
  { periodDate, today }: Pick<MonthFacts, 'periodDate' | 'today'>,
): Fault[] {
  const end = monthEnd(periodDate)
  if (today > end) return []
  const message = `${monthName(periodDate)} can be submitted once it is over, after ${formatDate(end, 'MM/DD/YYYY')}.`
  return [{ field: '', message }]
}
