import { addDays, daysBetween, partsIn, today } from '#kernel/model/dates.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { Settings } from '#kernel/server/settings.ts'
import type { MailKind, PropertyFilter } from '../model/entities.ts'
import { getLastDue, type Rhythm } from '../model/schedule.ts'
import { templateSettings } from '../model/settings.ts'
import { loadRecipients } from './audience.ts'
import { type MailContext, sendBulkMail } from './compose.ts'

type ScheduledTemplate = Rhythm & {
  scheduleId: number
  templateId: number
  kind: MailKind
  subject: string
  body: string
  own: { name: string; value: string }[]
  typeIds: number[]
  userIds: number[]
  createdBy: number | null
  toCreator: boolean
  toAdmins: boolean
  toCertifier: boolean
  properties: PropertyFilter
}

const HOUR = 3_600_000

/**
 * The hourly job that sends due templates from the hour in the settings on. Of each schedule it sends only
 * the newest due day, unless that is older than the days of grace. A stored row for each day makes sure that
 * several workers send it once.
 */
export const scheduledMails: Job = {
  name: 'scheduled mails',
  due: (now) => new Date(Math.floor(now.getTime() / HOUR) * HOUR),
  run: async (transaction, services, dueAt) => {
    const zone = services.config.agencyZone
    const settings = new Settings(transaction, { ...services, now: () => dueAt })
    if (partsIn(zone, dueAt.getTime()).hour < (await settings.get(templateSettings.hour))) return undefined
    const day = today(zone, dueAt)
    const grace = await settings.get(templateSettings.graceDays)
    const maker = { transaction, services: { ...services, now: () => dueAt } }
    const holidays = await loadHolidays(maker, day)
    for (const scheduled of await loadActiveSchedules(maker)) {
      const due = getLastDue(scheduled, day, holidays)
      if (due && daysBetween(due, day) <= grace && (await claimDueDay(maker, scheduled, due))) {
        await sendTemplate(maker, scheduled, due)
        // The next run finds the other schedules, so that each mail to thousands is committed on its own.
        return 'more'
      }
    }
    return undefined
  },
}

async function loadHolidays({ transaction }: MailContext, day: string): Promise<string[]> {
  const result = await transaction.query<{ day: string }>(
    'select holiday_date as day from holiday where holiday_date between $1 and $2',
    [addDays(day, -400), addDays(day, 30)],
  )
  return result.rows.map((row) => row.day)
}

async function loadActiveSchedules({ transaction }: MailContext): Promise<ScheduledTemplate[]> {
  const result = await transaction.query<ScheduledTemplate>(
    `select s.email_template_schedule_id as "scheduleId", s.date, s.repeat, s.type, t.email_template_id as "templateId", t.kind,
       t.subject, t.email_body as body, t.additional_parameters as own, t.type_ids as "typeIds", t.user_ids as "userIds",
       t.created_by as "createdBy", t.send_to_created_by as "toCreator", t.send_to_mc_admin as "toAdmins",
       t.send_to_certified_by as "toCertifier", t.properties
     from email_template_schedule s join email_template t using (email_template_id) where s.active and t.active
     order by s.email_template_schedule_id`,
  )
  return result.rows
}

/** Records the due day of a schedule. Returns false if another run has already recorded it. */
async function claimDueDay(
  { transaction }: MailContext,
  { scheduleId }: ScheduledTemplate,
  due: string,
): Promise<boolean> {
  const claimed = await transaction.query(
    'insert into email_template_run (email_template_schedule_id, due_on) values ($1, $2) on conflict do nothing returning 1',
    [scheduleId, due],
  )
  return claimed.rowCount === 1
}

async function sendTemplate(maker: MailContext, scheduled: ScheduledTemplate, due: string): Promise<void> {
  const { transaction } = maker
  const { toCreator, createdBy } = scheduled
  const { recipients: matches } = await loadRecipients(transaction, {
    properties: scheduled.properties,
    contactTypeIds: scheduled.typeIds,
    userIds: [...scheduled.userIds, ...(toCreator && createdBy !== null ? [createdBy] : [])],
    sendToMcAdmin: scheduled.toAdmins,
    sendToCertifiedBy: scheduled.toCertifier,
  })
  if (matches.length === 0) return
  const result = await transaction.query<{ id: number }>(
    `insert into email (subject, message, kind, contact_type_ids, email_template_id, created_by) values ($1, $2, $3, $4, $5, $6)
     returning email_id as id`,
    [scheduled.subject, scheduled.body, scheduled.kind, scheduled.typeIds, scheduled.templateId, createdBy],
  )
  const emailId = result.rows[0]!.id
  await transaction.query(
    'update email_template_run set email_id = $3 where email_template_schedule_id = $1 and due_on = $2',
    [scheduled.scheduleId, due, emailId],
  )
  const content = {
    kind: scheduled.kind,
    subject: scheduled.subject,
    body: scheduled.body,
    own: scheduled.own,
  }
  await sendBulkMail(maker, {
    content,
    recipients: matches,
    attachments: [],
    event: 'template.scheduled',
    emailId,
    sender: createdBy,
  })
}
