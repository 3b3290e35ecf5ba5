import { sql } from 'kysely'
import type { Output } from '#kernel/model/call.ts'
import { getMonthStart, monthName } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { BoardLine } from '../model/calls.ts'
import type { applyPlan, InspectorLine, PlanProposal } from '../model/planCalls.ts'
import { type InspectorCapacity, proposePlan } from '../model/proposal.ts'
import { InspectionStatus } from '../model/rules.ts'
import { loadBoardLines, loadInspectionBoard } from './board.ts'
import { loadInspectors, storePlannedVisits } from './planning.ts'

const getMonthStarts = (year: number) =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}-01`)

/** Returns how many more visits each active inspector can make in each month of a year. */
const getCapacities = (inspectors: readonly InspectorLine[], year: number): InspectorCapacity[] =>
  inspectors
    .filter(({ active }) => active)
    .map(({ complianceInspectorId, name, regionName, months }) => ({
      complianceInspectorId,
      name,
      regionName,
      free: Object.fromEntries(
        getMonthStarts(year).map((month, index) => [
          month,
          Math.max(0, (months[index]?.capacity ?? 0) - (months[index]?.planned ?? 0)),
        ]),
      ),
    }))

type DueLine = BoardLine & { dueBy: string }
/** Checks whether a visit is due and has no month yet. */
const needsMonth = (line: BoardLine): line is DueLine =>
  line.kind !== null &&
  line.dueBy !== null &&
  line.plannedMonth === null &&
  line.visitedOn === null &&
  (line.statusId === null || line.statusId === InspectionStatus.PLANNED)

/** Proposes a month and an inspector for each due visit of a year without a month. Nothing is stored. */
export async function loadProposal(context: AnyContext, year: number): Promise<PlanProposal> {
  const { today, inspectors } = await loadInspectors(context, year)
  const lines = (await loadInspectionBoard(context, year)).filter(needsMonth)
  const rooms = getCapacities(inspectors, year)
  const names = new Map(rooms.map((room) => [room.complianceInspectorId, room.name]))
  const visits = lines.map(
    ({ propertyId, dueBy, countyName, regionName, complianceInspectorId: assignedId }) => ({
      propertyId,
      dueBy,
      countyName,
      regionName,
      complianceInspectorId: assignedId !== null && names.has(assignedId) ? assignedId : null,
    }),
  )
  const { proposed, without } = proposePlan(visits, rooms, { today, year })
  const linesByProperty = new Map(lines.map((line) => [line.propertyId, line]))
  // The visits have the order of the board: the earliest due first.
  const place = new Map(lines.map((line, index) => [line.propertyId, index]))
  const byDue = (item: { propertyId: number }, other: { propertyId: number }) =>
    place.get(item.propertyId)! - place.get(other.propertyId)!
  const describeLine = (propertyId: number) => {
    const { propertyName, city, countyName, dueBy, overdue, version } = linesByProperty.get(propertyId)!
    return { propertyId, propertyName, city, countyName, dueBy, overdue, version }
  }
  return {
    proposed: proposed.toSorted(byDue).map(({ propertyId, month, complianceInspectorId, why }) => ({
      ...describeLine(propertyId),
      month,
      complianceInspectorId,
      inspectorName: names.get(complianceInspectorId) ?? '',
      why,
    })),
    without: without.map(describeLine),
  }
}

type Moves = NonNullable<Output<typeof applyPlan.body>>['moves']

/** Refuses a plan if another person has planned one of its visits or filled a month since it was proposed. */
function refuseOutdated(moves: Moves, lines: readonly BoardLine[]): void {
  const moved = moves.filter(({ propertyId, version = null }) => {
    const line = lines.find((line) => line.propertyId === propertyId)
    return !line || !needsMonth(line) || line.version !== version
  })
  const names = moved.map(
    ({ propertyId }) => lines.find((line) => line.propertyId === propertyId)?.propertyName,
  )
  if (moved.length > 0)
    refuse.conflict(
      `Somebody has planned meanwhile: ${names.slice(0, 5).join(', ')}. Propose the plan again.`,
    )
}

/** Refuses a plan that exceeds the capacity of an inspector in a month. */
function refuseOverfull(proposal: Moves, rooms: readonly InspectorCapacity[]): void {
  for (const [key, moves] of Map.groupBy(
    proposal,
    (move) => `${move.complianceInspectorId} ${getMonthStart(move.month)}`,
  )) {
    const [id, month] = key.split(' ') as [string, string]
    const room = rooms.find((room) => room.complianceInspectorId === Number(id))
    if (!room)
      refuse.invalid([{ field: 'complianceInspectorId', message: 'Inspector: choose one of the list.' }])
    else if ((room.free[month] ?? 0) < moves.length)
      refuse.conflict(
        `${room.name} has no room for ${moves.length} more in ${monthName(month)}. Propose the plan again.`,
      )
  }
}

/** Plans visits as proposed: all of them, or none if anything has changed since. Returns how many. */
export async function applyProposal(context: AnyContext, moves: Moves): Promise<{ planned: number }> {
  const { db } = context
  const ids = moves.map((move) => move.propertyId)
  if (new Set(ids).size < ids.length)
    refuse.invalid([{ field: 'moves', message: 'Moves: Each property once.' }])
  const [year, ...otherYears] = [...new Set(moves.map((move) => Number(move.month.slice(0, 4))))]
  if (otherYears.length > 0)
    refuse.invalid([{ field: 'moves', message: 'Moves: Choose months of one year.' }])
  // Locking the inspectors makes simultaneous plans wait for each other, so that no month is filled twice.
  await sql`select from compliance_inspector order by compliance_inspector_id for update`.execute(db)
  const lines = await loadBoardLines(context, year!, sql`p.property_id = any (${ids}::integer[])`)
  if (lines.length < ids.length) refuse.notFound('A property')
  refuseOutdated(moves, lines)
  refuseOverfull(moves, getCapacities((await loadInspectors(context, year!)).inspectors, year!))
  const places = lines.map((line) => {
    const { month, complianceInspectorId } = moves.find((item) => item.propertyId === line.propertyId)!
    return { line, plannedMonth: month, scheduledOn: line.scheduledOn, complianceInspectorId }
  })
  return { planned: await storePlannedVisits(context, places) }
}
