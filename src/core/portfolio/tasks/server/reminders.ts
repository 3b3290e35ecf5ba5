import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { daysBetween, formatDate } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { reminderMail } from '../model/reminderMail.ts'
import { getPeriodLabel, getTaskDays } from '../model/rules.ts'
import { taskSettings } from '../model/settings.ts'
import { getTaskType, getTaskTypeLabel, taskTypes } from '../model/taskTypes.ts'
import { taskTypeRows } from './makeTasks.ts'
import { filesTypeSql } from './monitoring.ts'

/** For how many days a reminder that was missed because the portal was stopped is still sent. */
const GRACE_DAYS = 6
const MAX_LINES = 100

type ReminderRow = {
  taskTypeId: number
  periodStart: string
  periodEnd: string
  dueDate: string
  propertyName: string
  email: string
  name: string
}

/** The contact types reminded of each task type, as JSON rows; `late` ones only if the task is overdue. */
const remindedContactTypes = JSON.stringify(
  taskTypes.flatMap(({ taskTypeId, contacts, lateContacts }) => [
    ...contacts.map((contact) => ({ task_type_id: taskTypeId, contact_type_id: contact, late: false })),
    ...lateContacts.map((contact) => ({ task_type_id: taskTypeId, contact_type_id: contact, late: true })),
  ]),
)

/**
 * SQL: records the reminders of the day, so that each is sent once, and returns their recipients. `$1` is
 * today, `$2` the days from the due date (negative before it), `$3` the contact types, `$4` the task types,
 * `$5` the number of units from which a property files. There is no reminder of a task that cannot be filed
 * yet, is no longer required, or is optional and past its due date. If several reminders are due at once,
 * only the latest counts. Without contacts, the company's administrators are reminded.
 */
const claimRemindersSql = `with reached as (
    select i.task_instance_id, i.property_id, i.task_type_id, i.period_start, i.period_end, i.due_date, max(d.days) as days
    from task_instance i cross join unnest($2::integer[]) as d (days)
    join json_to_recordset($4::json) as t (task_type_id integer, threshold boolean, optional boolean) using (task_type_id)
    join property p using (property_id)
    left join property_requirement r on r.property_id = i.property_id and r.module_id = i.task_type_id
    where ${filesTypeSql('$5')} and i.window_open <= $1::date and (i.due_date >= $1::date or not t.optional)
      and i.status_id in (${RequestStatus.NOT_STARTED}, ${RequestStatus.NOT_SUBMITTED}) and i.due_date + d.days between $1::date - ${GRACE_DAYS} and $1::date
    group by i.task_instance_id),
  claimed as (
    insert into task_reminder (task_instance_id, due_date, days) select task_instance_id, due_date, days from reached
    on conflict do nothing returning task_instance_id),
  reminded as (select r.* from reached r join claimed using (task_instance_id)),
  contacts as (
    select r.task_instance_id, c.email, c.name from reminded r
    join json_to_recordset($3::json) as k (task_type_id integer, contact_type_id integer, late boolean) on k.task_type_id = r.task_type_id
      and (not k.late or r.days > 0)
    join property_contact pc on pc.property_id = r.property_id and pc.contact_type_id = k.contact_type_id
    join contact c on c.contact_id = pc.contact_id and c.active and c.email is not null
    where not kernel.contact_left(c.contact_id, r.property_id)),
  recipients as (
    select * from contacts
    union
    select r.task_instance_id, u.email, trim(u.first_name || ' ' || u.last_name) from reminded r
    join property p on p.property_id = r.property_id
    join app_user u on u.user_id = any (kernel.people_of(p.management_company_id)) and u.is_mc_admin and u.active
    where not exists (select 1 from contacts c where c.task_instance_id = r.task_instance_id))
  select r.task_type_id as "taskTypeId", r.period_start::text as "periodStart", r.period_end::text as "periodEnd",
    r.due_date::text as "dueDate", p.name as "propertyName", t.email, t.name
  from reminded r join recipients t using (task_instance_id) join property p on p.property_id = r.property_id
  order by r.due_date, p.name, r.task_type_id`

const formatLine = (row: ReminderRow, today: string): string => {
  const title = `${getTaskTypeLabel(row.taskTypeId)}, ${getPeriodLabel(row.periodStart, row.periodEnd)}, ${row.propertyName}`
  const due = formatDate(row.dueDate, 'MM/DD/YYYY')
  if (getTaskType(row.taskTypeId)?.optional) return `${title}: can be filed until ${due}`
  const late = daysBetween(row.dueDate, today)
  return late > 0
    ? `${title}: was due ${due}, ${late} ${late === 1 ? 'day' : 'days'} ago`
    : `${title}: due ${due}`
}

const countTasks = (count: number): string => `${count} ${count === 1 ? 'task' : 'tasks'}`

/** Returns the placeholder values of one person's mail about all of their tasks. */
function getValues(rows: readonly ReminderRow[], today: string, publicUrl: string) {
  const overdue = rows.filter((row) => row.dueDate < today).length
  const due = rows.length - overdue
  const summary = [
    ...(overdue ? [`${countTasks(overdue)} overdue`] : []),
    ...(due ? [`${countTasks(due)} due soon`] : []),
  ].join(', ')
  const lines = rows.slice(0, MAX_LINES).map((row) => `- ${formatLine(row, today)}`)
  const more = rows.length > MAX_LINES ? [`and ${rows.length - MAX_LINES} more.`] : []
  return {
    summary,
    tasks: [...lines, ...more].join('\n'),
    name: rows[0]?.name ?? '',
    link: `${publicUrl}/#/`,
  }
}

/**
 * Puts the reminders of a day into the outbox, one mail to each person. Each reminder is sent once even if
 * two workers run. Returns the number of mails. Runs three statements.
 */
export async function sendReminders(
  transaction: Transaction,
  settings: Settings,
  publicUrl: string,
  today: string,
): Promise<number> {
  const before = getTaskDays(await settings.get(taskSettings.remindBefore)).map((days) => -days)
  const after = getTaskDays(await settings.get(taskSettings.remindAfter))
  const result = await transaction.query<ReminderRow>(claimRemindersSql, [
    today,
    [...before, ...after],
    remindedContactTypes,
    taskTypeRows,
    await settings.get(taskSettings.unitThreshold),
  ])
  const byPerson = Map.groupBy(result.rows, (row) => row.email.trim().toLowerCase())
  const write = await loadMailWriter(transaction, reminderMail.event)
  const mails = [...byPerson.values()].flatMap((rows) => {
    const [{ email, name }] = rows as [ReminderRow]
    const mail = write(getValues(rows, today, publicUrl), () => [{ email, name }])
    return mail ? [{ event: reminderMail.event, ...mail }] : []
  })
  await sendMails({ transaction }, mails)
  return mails.length
}
