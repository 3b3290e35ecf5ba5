import type { Output } from '#kernel/model/call.ts'
import { addMonths, getMonthStart, monthName, today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import type { BoardLine } from '../model/calls.ts'
import { type InspectorLine, plan, restorePlan, sendNotices, unplan } from '../model/planCalls.ts'
import { InspectionStatus } from '../model/rules.ts'
import { useWrite } from './useWrite.ts'

/** An action on visits of the board. `whose` is the inspector to assign together with a month. */
export type BoardAct =
  | { move: 1 | -1 }
  | { inspector: number | null }
  | { month: string; whose?: number }
  | 'unplan'
  | 'notices'
type Board = { inspectors: readonly InspectorLine[]; year: number; moves: UndoMove[] }
/** The functions that apply an action to visits and undo the last one. */
export type BoardActs = {
  act: (act: BoardAct, lines: readonly BoardLine[]) => Promise<void>
  undo: () => Promise<void>
}

/**
 * Returns the month in which a visit without a month is planned first: that of its due day, within the year
 * and not before today.
 */
export function getFirstMonth({ plannedMonth, dueBy }: BoardLine, year: number): string {
  if (plannedMonth !== null) return plannedMonth
  const present = getMonthStart(today())
  const begin = present.startsWith(String(year)) ? present : `${year}-01-01`
  const due = dueBy === null ? begin : getMonthStart(dueBy)
  return due < begin || !due.startsWith(String(year)) ? begin : due
}

/** Checks whether a visit is planned and its notice was not sent. */
export const isPlanned = (line: BoardLine) => line.statusId === InspectionStatus.PLANNED
const getIds = (lines: readonly BoardLine[]) => lines.flatMap((line) => line.complianceInspectionId ?? [])

/** How visits were planned before a move, for undoing it. */
export type UndoMove = NonNullable<Output<typeof restorePlan.body>>['visits']

/**
 * Returns the move that restores the visits as they were, which works as long as no other person plans them
 * in between.
 */
export const getUndoMove = (lines: readonly BoardLine[], takesOff = false): UndoMove =>
  lines.map(({ propertyId, version, plannedMonth, scheduledOn, complianceInspectorId }) => ({
    propertyId,
    version: takesOff ? null : (version ?? 0) + 1,
    before: version === null ? null : { plannedMonth, scheduledOn, complianceInspectorId },
  }))

/** Undoes the last of the moves. */
async function takeBack(write: ReturnType<typeof useWrite>, moves: UndoMove[]): Promise<void> {
  const visits = moves.at(-1)
  if (!visits) return notify('There is nothing to take back.')
  try {
    await write(restorePlan, { body: { visits } }, `Taken back: ${plural(visits.length, 'visit', 'visits')}.`)
  } catch (error) {
    // A visit that another person has planned since then is left alone, so its move is forgotten; without a
    // connection the move can still be undone later.
    if (error instanceof ApiError && error.status === 409) moves.pop()
    throw error
  }
  moves.pop()
}

/**
 * Returns the functions that apply an action and undo the last one, with notices about the result. `moves`
 * are the moves of this board, oldest first.
 */
export function useBoardActs({ inspectors, year, moves }: Board): BoardActs {
  const write = useWrite()
  const getName = (id: number | null) =>
    inspectors.find((line) => line.complianceInspectorId === id)?.name ?? 'nobody'
  const planByMonth = async (
    lines: readonly BoardLine[],
    monthFor: (line: BoardLine) => string,
    text: string,
    inspectorId?: number,
  ) => {
    const inspector = inspectorId === undefined ? {} : { complianceInspectorId: inspectorId }
    const plannedLines: BoardLine[] = []
    try {
      for (const [month, inMonth] of Map.groupBy(lines, monthFor)) {
        await write(
          plan,
          { body: { propertyIds: inMonth.map((line) => line.propertyId), month, ...inspector } },
          text,
        )
        plannedLines.push(...inMonth)
      }
    } finally {
      if (plannedLines.length > 0) moves.push(getUndoMove(plannedLines))
    }
  }
  const act = async (act: BoardAct, lines: readonly BoardLine[]) => {
    const open = lines.filter((line) => line.visitedOn === null)
    if (open.length === 0) throw new ApiError(409, 'It was visited already.')
    const propertyIds = open.map((line) => line.propertyId)
    if (act === 'notices')
      return void (await write(
        sendNotices,
        { body: { ids: getIds(open.filter(isPlanned)) } },
        'The notices are sent.',
      ))
    if (act === 'unplan') {
      await write(unplan, { body: { ids: getIds(open) } }, 'Taken off the plan.')
      return void moves.push(getUndoMove(open, true))
    }
    if ('move' in act) {
      const to = (line: BoardLine) =>
        line.plannedMonth === null
          ? getFirstMonth(line, year)
          : addMonths(getFirstMonth(line, year), act.move)
      return planByMonth(open, to, 'Moved.')
    }
    if ('month' in act) {
      const { month, whose: inspectorId } = act
      const inspectorText = inspectorId === undefined ? '' : `, ${getName(inspectorId)}`
      return planByMonth(open, () => month, `Planned for ${monthName(month)}${inspectorText}.`, inspectorId)
    }
    const body = { propertyIds, complianceInspectorId: act.inspector }
    await write(
      plan,
      { body },
      `${plural(open.length, 'visit goes', 'visits go')} to ${getName(act.inspector)}.`,
    )
    moves.push(getUndoMove(open))
  }
  return { act, undo: () => takeBack(write, moves) }
}
