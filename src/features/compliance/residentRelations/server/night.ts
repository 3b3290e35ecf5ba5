import { sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { type Mail, sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { MatterStatus } from '../model/entities.ts'
import { reminderMail } from '../model/mails.ts'
import { getReplyDueText } from '../model/rules.ts'
import { residentSettings } from '../model/settings.ts'
import { getMatterNumber } from './lines.ts'
import { getMatterPath } from './steps.ts'

const HOUR = 6

type ReminderRow = {
  residentRelationsId: number
  propertyId: number
  managementCompanyId: number | null
  dueAt: string
  lifeSafety: boolean
}

/**
 * Records and returns the reminders to send now, for replies that are due soon and for overdue ones. Each
 * reminder is claimed by one worker only.
 */
async function claimReminders({ db }: Transaction, settings: Settings, now: Date): Promise<ReminderRow[]> {
  const days = await settings.get(residentSettings.remindDays)
  const result = await sql<ReminderRow>`with due as (
      select m.*, case when m.due_at < ${now.toISOString()}::timestamptz then 'late' else 'before'
      end || ' ' || m.due_at as kind from resident_relations m
      where m.status_id = ${MatterStatus.SENT} and not m.confidential
      and m.due_at < ${now.toISOString()}::timestamptz + make_interval(days => ${days})),
    claimed as (insert into resident_relations_reminder (resident_relations_id, kind)
    select resident_relations_id, kind from due
      on conflict do nothing returning resident_relations_id)
    select d.resident_relations_id, d.property_id, d.management_company_id, d.due_at, d.life_safety from due d
    join claimed using (resident_relations_id)
    order by d.due_at`.execute(db)
  return result.rows
}

/** Mails the companies whose replies are due soon or overdue, one mail for each matter. */
async function sendReminders(transaction: Transaction, services: Services, dueAt: Date): Promise<void> {
  const due = await claimReminders(
    transaction,
    new Settings(transaction, { ...services, now: () => dueAt }),
    dueAt,
  )
  const write = await loadMailWriter(transaction, reminderMail.event)
  const mails: Mail[] = []
  for (const matter of due) {
    const about = {
      propertyId: matter.propertyId,
      filedCompanyId: matter.managementCompanyId,
      submittedById: null,
      reviewerId: null,
    }
    const { subject, of: getRecipients } = await loadRecordPeople(transaction, about)
    const values = {
      number: getMatterNumber(matter.residentRelationsId),
      property: subject,
      due: getReplyDueText(matter),
      link: `${services.config.publicUrl}/#${getMatterPath(matter)}`,
    }
    const mail = write(values, getRecipients)
    if (mail) mails.push({ event: reminderMail.event, propertyId: matter.propertyId, ...mail })
  }
  await sendMails({ transaction }, mails)
}

/** The job of every morning: reminds companies of replies that are due soon or overdue. */
export const residentReminderJob: Job = {
  name: 'resident relations',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: sendReminders,
}
