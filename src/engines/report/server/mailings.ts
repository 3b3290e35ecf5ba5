import { sql } from 'kysely'
import { notifyPerson } from '#core/correspondence/messages/server/index.ts'
import { loadHolidayDates } from '#core/platform/holidays/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { type Frequency, findNextDue } from '../model/frequency.ts'
import * as calls from '../model/mailings.ts'
import { reportSettings } from '../model/settings.ts'
import { checkReader } from './access.ts'
import { findReportsOfScreen, loadReportView, readView } from './views.ts'

/** The first day on which a mailing that is saved today can be mailed. */
const getFirstDay = ({ settings }: AnyContext): string => addDays(settings.today(), 1)

type StoredMailing = Omit<calls.MailingLine, 'report' | 'nextOn'> & { list: string }

async function loadMailings(context: AnyContext): Promise<calls.MailingLine[]> {
  const { rows } = await sql<StoredMailing>`
    select m.report_mailing_id, m.saved_view_id, v.name as view_name, v.list, m.rhythm, m.weekday,
    m.month_day, m.paused, m.stopped_reason,
      r.ran_at as last_run, r.mails as last_mails, coalesce((select json_agg(json_build_object('userId',
      u.user_id,
          'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name),
          'stoppedReason', p.stopped_reason, 'left', p.left_at is not null) order by u.user_id)
        from report_mailing_recipient p join app_user u using (user_id)
        where p.report_mailing_id = m.report_mailing_id), '[]') as recipients
    from report_mailing m join saved_view v using (saved_view_id)
    left join lateral (select * from report_mailing_run x where x.report_mailing_id = m.report_mailing_id
    order by due_on desc limit 1) r on true
    where m.user_id = ${context.actor.userId} order by lower(v.name), 1`.execute(context.db)
  const holidays = [...(await loadHolidayDates(context))]
  return rows.map(({ list, ...line }) => ({
    ...line,
    report: findReportsOfScreen(list)[0]?.report.facts.title ?? '',
    nextOn: line.paused || line.stoppedReason ? null : findNextDue(line, getFirstDay(context), holidays),
  }))
}

/**
 * Loads the colleagues of the caller, as for shared views: people of the agency, or of the caller's
 * company. The caller comes first.
 */
async function loadColleagues({ db, actor }: AnyContext) {
  const { rows } = await sql<{ userId: number; name: string }>`
    select u.user_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name) as name
    from app_user u where u.active and (u.user_id = ${actor.userId} or kernel.is_colleague(u.user_id))
    order by u.user_id <> ${actor.userId}, lower(u.last_name), lower(u.first_name), 1`.execute(db)
  return rows
}

type MailingInput = Frequency & { reportMailingId: number | null; savedViewId: number; userIds: number[] }

/**
 * Checks a mailing. Refuses a view that is not of a report, a report that the caller may not read, and
 * recipients who are not colleagues.
 */
async function checkMailing(context: AnyContext, payload: MailingInput): Promise<Frequency> {
  const view = (await loadReportView(context, payload.savedViewId)) ?? refuse.notFound('This saved report')
  const viewedReport =
    readView(view, context.settings.today()) ?? refuse.rule('This saved view does not belong to a report.')
  const colleagueIds = new Set((await loadColleagues(context)).map(({ userId }) => userId))
  const faults = [
    ...(payload.rhythm === 'Weekly' && !payload.weekday
      ? [{ field: 'weekday', message: 'Weekday: choose one.' }]
      : []),
    ...(payload.rhythm === 'Monthly' && !payload.monthDay
      ? [{ field: 'monthDay', message: 'Day of the month: enter one.' }]
      : []),
    ...(payload.userIds.every((userId) => colleagueIds.has(userId))
      ? []
      : [{ field: 'userIds', message: 'To: choose colleagues only.' }]),
  ]
  if (faults.length > 0) refuse.invalid(faults)
  await checkReader(context, viewedReport.one)
  const { rhythm } = payload
  return {
    rhythm,
    weekday: rhythm === 'Weekly' ? payload.weekday : null,
    monthDay: rhythm === 'Monthly' ? payload.monthDay : null,
  }
}

async function saveMailing(context: AnyContext, payload: MailingInput): Promise<number> {
  const { rhythm, weekday, monthDay } = await checkMailing(context, payload)
  const { transaction, actor } = context
  const { rows } = await transaction.query<{ id: number }>(
    payload.reportMailingId === null
      ? `insert into report_mailing (user_id, saved_view_id, rhythm, weekday, month_day, since) values ($1, $2, $3, $4, $5, $6)
          returning report_mailing_id as id`
      : `update report_mailing set saved_view_id = $2, rhythm = $3, weekday = $4, month_day = $5, since = $6, stopped_reason = null
          where user_id = $1 and report_mailing_id = $7 returning report_mailing_id as id`,
    [
      ...[actor.userId, payload.savedViewId, rhythm, weekday, monthDay, getFirstDay(context)],
      ...(payload.reportMailingId === null ? [] : [payload.reportMailingId]),
    ],
  )
  const id = rows[0]?.id ?? refuse.notFound('This mailing')
  await transaction.query(
    'delete from report_mailing_recipient where report_mailing_id = $1 and user_id <> all ($2::integer[])',
    [id, payload.userIds],
  )
  await transaction.query(
    `insert into report_mailing_recipient (report_mailing_id, user_id) select $1, unnest($2::integer[])
      on conflict (report_mailing_id, user_id) do update set stopped_reason = null, left_at = null`,
    [id, [...new Set(payload.userIds)]],
  )
  return id
}

async function pauseMailing(
  { transaction }: AnyContext,
  reportMailingId: number,
  paused: boolean,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `update report_mailing set paused = $2, stopped_reason = case when $2 then stopped_reason end where report_mailing_id = $1`,
    [reportMailingId, paused],
  )
  if (rowCount === 0) refuse.notFound('This mailing')
  // Recipients who had lost the right to read the report are checked again at the next mailing.
  if (!paused)
    await transaction.query(
      'update report_mailing_recipient set stopped_reason = null where report_mailing_id = $1 and stopped_reason is not null and left_at is null',
      [reportMailingId],
    )
  return true
}

async function loadMailedToMe({ db }: AnyContext): Promise<calls.MailedLine[]> {
  const { rows } = await sql<
    Omit<calls.MailedLine, 'report'> & { list: string }
  >`select * from kernel.mailed_to_me() order by lower(view_name), report_mailing_id`.execute(db)
  return rows.map(({ list, ...line }) => ({
    ...line,
    report: findReportsOfScreen(list)[0]?.report.facts.title ?? '',
  }))
}

/** Unsubscribes the caller from a mailing. The sender sees it in their list and gets a message. */
async function unsubscribe(context: AnyContext, reportMailingId: number): Promise<boolean> {
  const { db, services, actor } = context
  const mailing = (await loadMailedToMe(context)).find((item) => item.reportMailingId === reportMailingId)
  const { rows } = await sql<{
    owner: number | null
  }>`select kernel.leave_mailing(${reportMailingId}, ${services.now().toISOString()}) as owner`.execute(db)
  const owner = rows[0]?.owner ?? refuse.notFound('This mailing')
  const message = `${actor.name} unsubscribed from ${mailing?.viewName ?? 'a saved report'}.`
  await notifyPerson(context, owner, {
    taskName: 'Mailed report',
    message,
    url: '/reporting',
    propertyId: null,
  })
  return true
}

/** The calls about mailed reports. Row-level security shows each person only their own. */
export const mailingHandlers: Served[] = [
  serve(calls.getMailings, loadMailings),
  serve(calls.getMailingChoices, async (context) => ({
    colleagues: await loadColleagues(context),
    holidays: [...(await loadHolidayDates(context))].sort(),
    from: getFirstDay(context),
    hour: await context.settings.get(reportSettings.mailHour),
  })),
  serve(calls.saveMailing, (context) => saveMailing(context, context.body)),
  serve(calls.pauseMailing, (context) =>
    pauseMailing(context, context.params.reportMailingId, context.body.paused),
  ),
  serve(calls.getMailedToMe, loadMailedToMe),
  serve(calls.leaveMailing, (context) => unsubscribe(context, context.params.reportMailingId)),
  serve(calls.deleteMailing, async ({ transaction, params }) => {
    const { rowCount } = await transaction.query('delete from report_mailing where report_mailing_id = $1', [
      params.reportMailingId,
    ])
    return rowCount === 1 || refuse.notFound('This mailing')
  }),
]
