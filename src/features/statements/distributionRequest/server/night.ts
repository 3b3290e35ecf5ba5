import { sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { takeAll } from '#engines/review/server/index.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { expiredMail } from '../model/mails.ts'
import { requests } from '../model/requests.ts'

type OvertakenRequest = {
  distributionRequestId: number
  propertyId: number
  filedCompanyId: number | null
  submittedById: number | null
  reviewerId: number | null
  year: number
  later: number
}

/** SQL: requests not yet under review, of properties whose statement of a later year was filed. */
const overtaken = sql<OvertakenRequest>`
  select r.distribution_request_id, r.property_id, r.filed_company_id, r.submitted_by_id, r.reviewer_id,
  r.year, s.later
  from distribution_request r join lateral (select max(year) as later from annual_statement s
  where s.property_id = r.property_id
    and s.year > r.year and s.status_id between ${sqlStatus.SUBMITTED}
    and ${sqlStatus.APPROVED}) s on s.later is not null where r.status_id in (${sqlStatus.NOT_SUBMITTED},
    ${sqlStatus.SUBMITTED}) order by 1`

/**
 * The nightly job that expires requests once the statement of a later year is filed, and mails the people
 * who made them (domain 7.5). Safe to run again.
 */
export const distributionNight: Job = {
  name: 'distribution requests overtaken by a statement',
  due: (now, zone) => lastHour(now, zone, 4),
  run: async (transaction: Transaction, services: Services) => {
    const { db } = transaction
    const desk = { db, transaction, services, settings: new Settings(transaction, services) }
    const rows = (await overtaken.execute(db)).rows
    if (rows.length === 0) return
    const ids = rows.map((overtaken) => overtaken.distributionRequestId)
    const expiredIds = new Set(await takeAll(db, requests, 'expire', ids))
    const write = await loadMailWriter(desk, expiredMail.event)
    const mails = []
    for (const overtaken of rows.filter(({ distributionRequestId }) =>
      expiredIds.has(distributionRequestId),
    )) {
      const circle = await loadRecordPeople(desk, overtaken)
      const rowId = overtaken.distributionRequestId
      const values = {
        number: requests.numberOf(rowId),
        about: circle.subject,
        year: String(overtaken.year),
        later: String(overtaken.later),
        link: `${services.config.publicUrl}/#${openPath(requests, overtaken)}`,
      }
      const written = write(values, circle.of)
      const { event } = expiredMail
      if (written)
        mails.push({
          event,
          entity: requests.flow.entity,
          rowId,
          propertyId: overtaken.propertyId,
          ...written,
        })
    }
    await sendMails(desk, mails)
  },
}
