import { type RawBuilder, sql } from 'kysely'
import { loadAnalysts } from '#core/people/people/server/index.ts'
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
async function loadAbsences({ db }: AnyContext, condition: RawBuilder<unknown>): Promise<AbsenceLine[]> {
  const result = await sql<AbsenceLine>`select a.*, trim(u.first_name || ' ' || u.last_name) as name,
      trim(s.first_name || ' ' || s.last_name) as stand_in_name
    from absence a join app_user u using (user_id) join app_user s on s.user_id = a.stand_in_id
    where ${condition} order by a.first_day desc, a.absence_id`.execute(db)
  return result.rows
}

/** SQL: whether an absence `a` includes today and is not called off. */
const isCurrentSql = (context: AnyContext) =>
  sql`not a.called_off and ${context.settings.today()}::date between a.first_day and a.last_day`

/** Loads the people who are absent today. Their stand-in gets their work until they are back. */
export const loadAbsentPeople = async (context: AnyContext): Promise<AbsentPerson[]> =>
  (await loadAbsences(context, isCurrentSql(context))).map(({ userId, lastDay, standInId, standInName }) => ({
    userId,
    lastDay,
    standInId,
    standInName,
  }))

/** SQL: the absence of user `user` today as {@link AbsentPerson}, or null. */
export const currentAbsenceSql = (
  context: AnyContext,
  user: RawBuilder<unknown>,
): RawBuilder<AbsentPerson | null> =>
  sql`(select jsonb_build_object('userId', a.user_id, 'lastDay', a.last_day, 'standInId', a.stand_in_id,
      'standInName', trim(s.first_name || ' ' || s.last_name))
    from absence a join app_user s on s.user_id = a.stand_in_id where a.user_id = ${user}
    and ${isCurrentSql(context)} limit 1)`

/** SQL: the ids of people for whom the caller is the stand-in today. */
export const standInForIdsSql = (context: AnyContext): RawBuilder<unknown> =>
  sql`select a.user_id from absence a where a.stand_in_id = ${context.actor.userId}
    and ${isCurrentSql(context)}`

/** Refuses to change the absence of another person, unless the caller is an administrator. */
function refuseUnlessOwnOrAdmin({ actor }: AnyContext, userId: number): void {
  if (userId !== actor.userId && !actor.isAdmin)
    refuse.forbidden('You enter your own absence; an administrator enters that of others.')
}

const describeDays = ({ firstDay, lastDay }: Pick<AbsenceInput, 'firstDay' | 'lastDay'>) =>
  `from ${formatDate(firstDay, 'MM/DD/YYYY')} to ${formatDate(lastDay, 'MM/DD/YYYY')}`

/**
 * Refuses an absence that is over, that overlaps another of the same person, or whose stand-in is absent or
 * is the person. Names the field.
 */
async function refuseImpossible(context: AnyContext, absence: AbsenceInput): Promise<void> {
  const { userId, standInId, firstDay, lastDay } = absence
  // Each refusal throws, so only one of these applies.
  const refuseField = (field: string, message: string) => refuse.invalid([{ field, message }])
  if (lastDay < firstDay) refuseField('lastDay', 'Last day out: it is before the first.')
  if (lastDay < context.settings.today()) refuseField('lastDay', 'Last day out: it is over already.')
  if (userId === standInId)
    refuseField('standInId', 'Stand-in: choose someone other than the person who is out.')
  const analystIds = new Set((await loadAnalysts(context)).map((analyst) => analyst.userId))
  if (!analystIds.has(userId))
    refuseField('userId', 'Who is out: choose one of the agency’s people who review.')
  if (!analystIds.has(standInId)) refuseField('standInId', 'Stand-in: choose a reviewer of the agency.')
  // An overlapping absence of the person or the stand-in, or one in which the person is the stand-in.
  const [conflict] = await loadAbsences(
    context,
    sql`not a.called_off and a.absence_id <> ${absence.absenceId ?? 0} and a.first_day <= ${lastDay}::date
      and a.last_day >= ${firstDay}::date
      and (a.user_id in (${userId}, ${standInId}) or a.stand_in_id = ${userId})`,
  )
  if (conflict?.userId === userId)
    refuseField('firstDay', `First day out: ${conflict.name} is out ${describeDays(conflict)} already.`)
  if (conflict?.userId === standInId)
    refuseField('standInId', `Stand-in: ${conflict.name} is out ${describeDays(conflict)}.`)
  if (conflict)
    refuseField(
      'userId',
      `Who is out: they stand in for ${conflict.name} ${describeDays(conflict)}. Change that first.`,
    )
}

/** Every call that the absences module answers. */
export const served: Served[] = [
  serve(getAbsences, async (context) => ({
    today: context.settings.today(),
    rows: await loadAbsences(context, sql`true`),
    people: await loadAnalysts(context),
  })),

  serve(saveAbsence, async (context) => {
    const { absenceId, ...values } = context.body
    refuseUnlessOwnOrAdmin(context, values.userId)
    // The lock makes concurrent saves wait, so that two people cannot become absent as each other's
    // stand-in.
    await sql`select pg_advisory_xact_lock(hashtext('absence'))`.execute(context.db)
    if (absenceId) refuseUnlessOwnOrAdmin(context, (await lockRow(context, Absence, absenceId)).userId)
    await refuseImpossible(context, context.body)
    const { db } = context
    // Saving a called-off absence restores it.
    const savedValues = { ...values, calledOff: false }
    const savedRows = absenceId
      ? await db
          .updateTable('absence')
          .set(savedValues)
          .where('absenceId', '=', absenceId)
          .returning('absenceId')
          .execute()
      : await db.insertInto('absence').values(savedValues).returning('absenceId').execute()
    return savedRows[0]!.absenceId
  }),

  serve(callOffAbsence, async (context) => {
    const { absenceId } = context.params
    const { userId, lastDay } = await lockRow(context, Absence, absenceId)
    refuseUnlessOwnOrAdmin(context, userId)
    if (lastDay < context.settings.today()) refuse.rule('An absence that is over cannot be called off.')
    await context.db
      .updateTable('absence')
      .set({ calledOff: true })
      .where('absenceId', '=', absenceId)
      .execute()
    return true
  }),
]
