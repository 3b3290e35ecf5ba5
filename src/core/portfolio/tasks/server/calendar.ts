import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { type RawBuilder, sql } from 'kysely'
import { addDays, formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { slot } from '#kernel/server/module.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { calendar, createCalendarFeed, getCalendarFeed, removeCalendarFeed } from '../model/calls.ts'
import { getPeriodLabel } from '../model/rules.ts'
import { getTaskTypeLabel } from '../model/taskTypes.ts'
import { hasLapsedSql, permittedJoin, permittedTypesSql } from './lines.ts'

/**
 * The days that a calendar covers before and after today, the maximum number of its entries, and the maximum
 * number of properties that an entry names.
 */
const DAYS_BACK = 60
const DAYS_AHEAD = 400
const MAX_ENTRIES = 1000
const MAX_NAMES = 50

type PersonDayRange = { userId: number; from: string; through: string }

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * Builds the SELECT of further days in a person's calendar, with the columns `key text, day date, summary
     * text, description text, path text`. It runs under the person's rights. `key` is unique and permanent.
     */
    calendarDays?: (ranged: PersonDayRange) => RawBuilder<unknown>
  }
}

const getCalendarDays = slot('calendarDays')

type Day = { key: string; day: string; summary: string; description: string; path: string }

async function loadDays({ db, settings }: AnyContext, userId: number): Promise<Day[]> {
  const today = settings.today()
  const dayRange = { userId, from: addDays(today, -DAYS_BACK), through: addDays(today, DAYS_AHEAD) }
  const parts = getCalendarDays().map(
    (rows) => sql`select * from (${rows(dayRange)}) d (key, day, summary, description, path)`,
  )
  if (parts.length === 0) return []
  return (
    await sql<Day>`${sql.join(parts, sql` union all `)} order by day, key limit ${MAX_ENTRIES}`.execute(db)
  ).rows
}

type Entry = {
  taskTypeId: number
  periodStart: string
  periodEnd: string
  dueDate: string
  count: number
  names: string[]
  /** The property and the company of the entry; null if there are several. */
  propertyId: number | null
  managementCompanyId: number | null
}

/** Loads the open filings. Equal filings of several properties with the same due date are one entry. */
async function loadEntries(context: AnyContext, userId: number): Promise<Entry[]> {
  const today = context.settings.today()
  const result = await sql<Entry>`with ${permittedTypesSql(userId)}
    select i.task_type_id, i.period_start, i.period_end, i.due_date, count(*)::integer as count,
      case when count(distinct p.property_id) = 1 then min(p.property_id) end as property_id,
      case when count(distinct p.management_company_id) = 1 then min(p.management_company_id)
      end as management_company_id,
      (array_agg(p.name order by p.name))[1:${sql.lit(MAX_NAMES)}] as names
    from task_instance i ${permittedJoin} join property p on p.property_id = i.property_id
    where ${statusIs.unfiled('i')} and i.due_date between ${addDays(today, -DAYS_BACK)}
    and ${addDays(today, DAYS_AHEAD)} and not ${hasLapsedSql(today)}
    group by 1, 2, 3, 4 order by i.due_date, i.task_type_id limit ${MAX_ENTRIES}`.execute(context.db)
  return result.rows
}

/** Returns the path of the to-do list that contains an entry. */
function getToDoPath({ propertyId, managementCompanyId }: Entry): string {
  if (propertyId !== null) return `/todolist/property/${propertyId}`
  return managementCompanyId === null ? '/' : `/todolist/managementCompany/${managementCompanyId}`
}

/** Builds the calendar as iCalendar text. */
function buildCalendarText(entries: readonly Entry[], days: readonly Day[], publicUrl: string): string {
  const iCalCalendar = ical({ name: 'Rooftree due dates', method: ICalCalendarMethod.PUBLISH, ttl: 3600 })
  const host = new URL(publicUrl).hostname
  for (const entry of entries) {
    const { taskTypeId, periodStart, periodEnd, dueDate, count, names } = entry
    const about = `${getTaskTypeLabel(taskTypeId)}, ${getPeriodLabel(periodStart, periodEnd)}`
    iCalCalendar.createEvent({
      id: `task-${taskTypeId}-${periodStart}-${periodEnd}-${dueDate}@${host}`,
      start: new Date(`${dueDate}T00:00:00Z`),
      end: new Date(`${addDays(dueDate, 1)}T00:00:00Z`),
      allDay: true,
      timezone: 'UTC',
      summary: count === 1 ? `${about}: ${names[0]}` : `${about}: ${count} properties`,
      description: [
        `Due ${formatDate(dueDate, 'MM/DD/YYYY')}`,
        ...names,
        ...(count > names.length ? ['…'] : []),
      ].join('\n'),
      // A due date must not mark the person as busy.
      transparency: ICalEventTransparency.TRANSPARENT,
      url: `${publicUrl}/#${getToDoPath(entry)}`,
    })
  }
  for (const { key, day, summary, description, path } of days)
    iCalCalendar.createEvent({
      id: `${key}@${host}`,
      allDay: true,
      timezone: 'UTC',
      summary,
      description,
      start: new Date(`${day}T00:00:00Z`),
      end: new Date(`${addDays(day, 1)}T00:00:00Z`),
      url: `${publicUrl}/#${path}`,
    })
  return iCalCalendar.toString()
}

/** The handlers for a person's calendar address, and for the calendar at such an address. */
export const calendarHandlers = [
  serve(getCalendarFeed, async ({ db, actor }) => {
    const result = await sql<{
      createdAt: string | null
    }>`select secret.calendar_of(${actor.userId}) as created_at`.execute(db)
    const createdAt = result.rows[0]?.createdAt
    return createdAt ? { createdAt } : null
  }),

  serve(createCalendarFeed, async ({ db, actor, services }) => {
    const token = newToken()
    const createdAt = services.now().toISOString()
    await sql`select secret.keep_calendar(${actor.userId}, ${tokenHash(token)}, ${createdAt})`.execute(db)
    return { address: `${services.config.publicUrl}/api/tasks/Calendar/${token}`, createdAt }
  }),

  serve(removeCalendarFeed, async ({ db, actor }) => {
    const ended = await sql<{ ended: boolean }>`select secret.end_calendar(${actor.userId}) as ended`.execute(
      db,
    )
    return ended.rows[0]?.ended ?? false
  }),

  serve(calendar, async (context) => {
    const result = await sql<{ userId: number | null }>`
      select secret.enter_calendar(${tokenHash(context.params.token)}) as user_id`.execute(context.db)
    const userId = result.rows[0]?.userId ?? refuse.notFound('This calendar')
    return buildCalendarText(
      await loadEntries(context, userId),
      await loadDays(context, userId),
      context.services.config.publicUrl,
    )
  }),
]
