import { type RawBuilder, sql } from 'kysely'
import { loadAnalysts } from '#ground/people/people/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  type AbsenceLine,
  type AbsentPerson,
  callOffAbsence,
  getAbsences,
  saveAbsence,
} from '../model/calls.ts'
import { Absence } from '../model/entities.ts'

type AbsenceInput = Omit<Row<typeof Absence>, 'absenceId' | 'calledOff'> & { absenceId?: number | undefined }

/** Loads absences with the names of both people, latest first, in one statement. */
async function loadLines({ db }: AnyContext, condition: RawBuilder<unknown>): Promise<AbsenceLine[]> {
  const result = await sql<AbsenceLine>`select a.*, trim(u.first_name || ' ' || u.last_name) as name,
      trim(s.first_name || ' ' || s.last_name) as stand_in_name
    from absence a join app_user u using (user_id) join app_user s on s.user_id = a.stand_in_id
    where ${condition} order by a.first_day desc, a.absence_id`.execute(db)
  return result.rows
}

const currentSql = (context: AnyContext) =>
  sql`not a.called_off and ${context.settings.today()}::date between a.first_day and a.last_day`

/** Loads the people who are absent today. Their stand-in gets their work until they are back. */
export const loadAbsentPeople = async (context: AnyContext): Promise<AbsentPerson[]> =>
  (await loadLines(context, currentSql(context))).map(({ userId, lastDay, standInId, standInName }) => ({
    userId,
    lastDay,
    standInId,
    standInName,
  }))

/** SQL for today's absence of the user with the id `user`, to embed in a statement; null if not absent. */
export const absentPeopleSql = (
  context: AnyContext,
  user: RawBuilder<unknown>,
): RawBuilder<AbsentPerson | null> =>
  sql`(select jsonb_build_object('userId', a.user_id, 'lastDay', a.last_day, 'standInId', a.stand_in_id,
      'standInName', trim(s.first_name || ' ' || s.last_name))
    from absence a join app_user s on s.user_id = a.stand_in_id where a.user_id = ${user}
    and ${currentSql(context)} limit 1)`

/** SQL: the ids of people for whom the caller is the stand-in today. */
export const standInForIdsSql = (context: AnyContext): RawBuilder<unknown> =>
  sql`select a.user_id from absence a where a.stand_in_id = ${context.actor.userId}
    and ${currentSql(context)}`

/** Refuses to enter the absence of another person, unless the caller is an administrator. */
function refuseOthers({ actor }: AnyContext, userId: number): void {
  if (userId !== actor.userId && !actor.isAdmin)
    refuse.forbidden('You enter your own absence; an administrator enters that of others.')
}

const describeDays = ({ firstDay, lastDay }: Pick<AbsenceInput, 'firstDay' | 'lastDay'>) =>
  `from ${formatDate(firstDay, 'MM/DD/YYYY')} to ${formatDate(lastDay, 'MM/DD/YYYY')}`

/**
 * Refuses impossible absences with the field at fault, for example two on one day, or a stand-in who is
 * absent.
 */
async function refuseImpossible(context: AnyContext, absence: AbsenceInput): Promise<void> {
  const { userId, standInId, firstDay, lastDay } = absence
  const fault = (field: string, message: string) => refuse.invalid([{ field, message }])
  if (lastDay < firstDay) fault('lastDay', 'Last day out: it is before the first.')
  if (lastDay < context.settings.today()) fault('lastDay', 'Last day out: it is over already.')
  if (userId === standInId) fault('standInId', 'Stand-in: choose someone other than the person who is out.')
  const analystIds = new Set((await loadAnalysts(context)).map((analyst) => analyst.userId))
  if (!analystIds.has(userId)) fault('userId', 'Who is out: choose one of the agency’s people who review.')
  if (!analystIds.has(standInId)) fault('standInId', 'Stand-in: choose a reviewer of the agency.')
  const [other] = await loadLines(
    context,
    sql`not a.called_off and a.absence_id <> ${absence.absenceId ?? 0} and a.first_day <= ${lastDay}::date
      and a.last_day >= ${firstDay}::date
      and (a.user_id in (${userId}, ${standInId}) or a.stand_in_id = ${userId})`,
  )
  if (other?.userId === userId)
    fault('firstDay', `First day out: ${other.name} is out ${describeDays(other)} already.`)
  if (other?.userId === standInId)
    fault('standInId', `Stand-in: ${other.name} is out ${describeDays(other)}.`)
  if (other)
    fault('userId', `Who is out: they stand in for ${other.name} ${describeDays(other)}. Change that first.`)
}

/** Every call that the absences module answers. */
export const served: Served[] = [
  serve(getAbsences, async (context) => ({
    today: context.settings.today(),
    rows: await loadLines(context, sql`true`),
    people: await loadAnalysts(context),
  })),

  serve(saveAbsence, async (context) => {
    const { absenceId, ...values } = context.body
    refuseOthers(context, values.userId)
    // The lock makes concurrent saves wait, so that two people cannot become absent as each other's
    // stand-in.
    await sql`select pg_advisory_xact_lock(hashtext('absence'))`.execute(context.db)
    if (absenceId) refuseOthers(context, (await lockRow(context, Absence, absenceId)).userId)
    await refuseImpossible(context, context.body)
    const { db } = context
    const set = { ...values, calledOff: false }
    const savedRows = absenceId
      ? await db
          .updateTable('absence')
          .set(set)
          .where('absenceId', '=', absenceId)
          .returning('absenceId')
          .execute()
      : await db.insertInto('absence').values(set).returning('absenceId').execute()
    return savedRows[0]!.absenceId
  }),

  serve(callOffAbsence, async (context) => {
    const { absenceId } = context.params
    const { userId, lastDay } = await lockRow(context, Absence, absenceId)
    refuseOthers(context, userId)
    if (lastDay < context.settings.today()) refuse.rule('An absence that is over cannot be called off.')
    await context.db
      .updateTable('absence')
      .set({ calledOff: true })
      .where('absenceId', '=', absenceId)
      .execute()
    return true
  }),
]
