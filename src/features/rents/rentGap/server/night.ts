import { type RawBuilder, sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { type ApplicationRow, applications } from '../model/applications.ts'
import type { WaitingEvent } from '../model/mails.ts'
import { waitingSql } from './funds.ts'

type JobContext = Pick<AnyContext, 'db' | 'transaction' | 'settings' | 'services'>

/**
 * Mails about the applications that match a condition and marks them. Only the worker that changes the mark
 * sends the mail, so that each is sent once.
 */
async function mailChangedApplications(
  desk: JobContext,
  event: WaitingEvent,
  mailed: boolean,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const result = await sql<ApplicationRow>`update rent_gap_application r set waiting_mailed = ${mailed}
    where r.waiting_mailed = ${!mailed} and ${condition} returning r.*`.execute(desk.db)
  const write = await loadMailWriter(desk, event)
  const mails = []
  for (const applicationRow of result.rows.filter((row) => row.statusId === RequestStatus.REVIEWED)) {
    const circle = await loadRecordPeople(desk, applicationRow)
    const rowId = applicationRow.rentGapApplicationId
    const values = {
      number: applications.numberOf(rowId),
      about: circle.subject,
      year: String(applicationRow.assistanceYear),
      link: `${desk.services.config.publicUrl}/#${openPath(applications, applicationRow)}`,
    }
    const written = write(values, circle.of)
    if (written)
      mails.push({
        event,
        entity: applications.flow.entity,
        rowId,
        propertyId: applicationRow.propertyId,
        ...written,
      })
  }
  await sendMails(desk, mails)
}

/**
 * The nightly job that mails companies whose application has come onto the waiting list, and the analyst
 * when funds are free for one again. Safe to run again.
 */
export const waitingListNight: Job = {
  name: 'waiting list of rent gap assistance',
  due: (now, zone) => lastHour(now, zone, 4),
  run: async (transaction, services) => {
    const desk = { db: transaction.db, transaction, settings: new Settings(transaction, services), services }
    await mailChangedApplications(desk, 'rentGap.waiting', true, waitingSql(desk))
    await mailChangedApplications(desk, 'rentGap.funded', false, sql`not ${waitingSql(desk)}`)
  },
}
