import { sql } from 'kysely'
import { fromCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { readRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { AFS } from '../../model/entities.ts'
import {
  getAnnualStatementSchedule,
  getCents,
  type Part,
  parts,
  type ScheduleRow,
} from '../../model/schedules/index.ts'
import { controllers, getByAfsId, getProjectNotesPayable } from '../../model/schedules/wire.ts'
import { takeBackCertifications } from '../certifying.ts'
import { lockEditable } from '../lines.ts'
import { addOrigins, refuseInvalidLines } from './save.ts'
import { loadAnnualStatementSources } from './sources.ts'

const withComputed = (part: Part, row: ScheduleRow): Record<string, unknown> => {
  const schedule = getAnnualStatementSchedule(part)
  const computed = Object.keys(schedule.computed).map((name) => [
    name,
    fromCents(getCents(schedule, row, name)),
  ])
  return { ...row, ...Object.fromEntries(computed) }
}

/** Loads the lines of a schedule of one statement, in order, with computed columns. */
async function loadLines({ db }: AnyContext, part: Part, afsId: number): Promise<Record<string, unknown>[]> {
  const result = await sql<ScheduleRow>`select * from ${sql.table(getAnnualStatementSchedule(part).table)}
      where afs_id = ${afsId}
    order by position`.execute(db)
  return result.rows.map((row) => withComputed(part, row))
}

const reads: Served[] = [
  ...parts.map((part) =>
    serve(getByAfsId[part], async (context) => {
      await readRow(context, AFS, context.params.afsId)
      return loadLines(context, part, context.params.afsId)
    }),
  ),
  serve(getProjectNotesPayable, async (context) => {
    const result = await sql<{ afsId: number | null }>`select (select a.afs_id from annual_statement a
        where a.property_id = p.property_id order by a.year desc limit 1) as afs_id
      from property p where p.property_id = ${context.params.projectId}`.execute(context.db)
    const { afsId } = result.rows[0] ?? refuse.notFound('This property')
    return afsId === null ? [] : loadLines(context, 'notesPayable', afsId)
  }),
]

type ScheduleLine = ScheduleRow & { afsId: number }

/**
 * Serves the generic calls of one schedule. Its statement must be open, gets a new version, and must be
 * certified again.
 */
const serveSchedule = (part: Part): Served[] => {
  const schedule = getAnnualStatementSchedule(part)
  return serveController(controllers[part], {
    before: async (context, values, existing) => {
      const present = existing as ScheduleLine | null
      const afsId = present?.afsId ?? Number(values.afsId ?? 0)
      if (present && (values.afsId ?? afsId) !== afsId)
        refuse.invalid([{ field: 'afsId', message: 'Annual statement: a line stays with its statement.' }])
      const row = await lockEditable(context, afsId)
      const sources = await loadAnnualStatementSources(context, row)
      const line: Record<string, unknown> = { ...present, ...values }
      const otherRows = sources.rows[part].filter((item) => item[schedule.key] !== present?.[schedule.key])
      refuseInvalidLines(schedule, [...otherRows, line])
      const { origins } = addOrigins(context, part, present ?? undefined, line, sources)
      const position = (present?.position as number | undefined) ?? otherRows.length + 1
      return {
        ...values,
        afsId,
        propertyId: row.propertyId,
        position,
        origins: origins && JSON.stringify(origins),
      }
    },
    after: (context, line) => recordChange(context, part, line.afsId as number),
    beforeRemove: async (context, present) => {
      await lockEditable(context, present.afsId as number)
      await recordChange(context, part, present.afsId as number)
    },
  })
}

/** Withdraws the certifications of an open statement and raises its version. */
async function recordChange(context: AnyContext, part: Part, afsId: number): Promise<void> {
  await takeBackCertifications(context, await lockEditable(context, afsId), [
    getAnnualStatementSchedule(part).label,
  ])
  await updateRow(context, AFS, afsId, {})
}

/** The handlers of calls that read or change schedules without their statement. */
export const scheduleCalls: Served[] = [...reads, ...parts.flatMap(serveSchedule)]
