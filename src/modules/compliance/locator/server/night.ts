import { sql } from 'kysely'
import { writerOf } from '#ground/correspondence/mailTemplates/server/index.ts'
import { circleOf } from '#ground/portfolio/contacts/server/index.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { type Mail, sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { openPath } from '#review/model/index.ts'
import { type ListingRow, listings } from '../model/listings.ts'
import { staleMail } from '../model/mails.ts'
import { isShown } from './listings.ts'
import { staleBefore } from './lists.ts'

const HOUR = 6

type Due = Pick<ListingRow, 'ahlId' | 'propertyId' | 'filedCompanyId' | 'confirmedOn'>

/** Claims the listings that became stale: each once until it is confirmed again, whichever worker comes first. */
async function claimed({ db }: Transaction, settings: Settings, day: string): Promise<Due[]> {
  const found = await sql<Due>`update ahl r set reminded_on = ${day}
    where ${isShown} and r.confirmed_on < ${await staleBefore({ settings }, day)}
      and (r.reminded_on is null or r.reminded_on < r.confirmed_on)
    returning r.ahl_id, r.property_id, r.filed_company_id, r.confirmed_on`.execute(db)
  return found.rows
}

async function remind(transaction: Transaction, services: Services, dueAt: Date): Promise<void> {
  const settings = new Settings(transaction, { ...services, now: () => dueAt })
  const due = await claimed(transaction, settings, today(services.config.agencyZone, dueAt))
  const write = await writerOf(transaction, staleMail.event)
  const mails: Mail[] = []
  for (const one of due) {
    const { subject, of } = await circleOf(transaction, { ...one, submittedById: null, reviewerId: null })
    const mail = write(
      {
        number: listings.numberOf(one.ahlId),
        property: subject,
        confirmed: formatDate(one.confirmedOn, 'MM/DD/YYYY'),
        link: `${services.config.publicUrl}/#${openPath(listings as never, one)}`,
      },
      of,
    )
    if (mail) mails.push({ event: staleMail.event, propertyId: one.propertyId, ...mail })
  }
  await sendMails({ transaction }, mails)
}

/** Every morning: companies are asked to confirm listings that have become stale. */
export const locatorNight: Job = {
  name: 'housing locator',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: remind,
}
