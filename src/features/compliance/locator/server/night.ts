import { sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { formatDate, today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { type Mail, sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { locatorFacts } from '../model/facts.ts'
import { type ListingRow, listings } from '../model/listings.ts'
import { staleMail } from '../model/mails.ts'
import { isShownSql } from './listings.ts'
import { staleBeforeSql } from './lists.ts'

const HOUR = 6

type StaleRow = Pick<ListingRow, 'ahlId' | 'propertyId' | 'filedCompanyId' | 'confirmedOn'>

/**
 * Marks and returns the listings that became stale. Each is claimed once until it is confirmed again, even
 * with several workers.
 */
async function claimStaleListings({ db }: Transaction, settings: Settings, day: string): Promise<StaleRow[]> {
  const result = await sql<StaleRow>`update ahl r set reminded_on = ${day}
    where ${isShownSql} and r.confirmed_on < ${await staleBeforeSql({ settings }, day)}
      and (r.reminded_on is null or r.reminded_on < r.confirmed_on)
    returning r.ahl_id, r.property_id, r.filed_company_id, r.confirmed_on`.execute(db)
  return result.rows
}

type StaleListing = { propertyId: number; number: string; property: string; confirmed: string; link: string }

/** Returns the values of a mail about stale listings, one line each. */
function getMailValues(stale: readonly StaleListing[], services: Services): Record<string, string> {
  const [first, ...stales] = stale
  const listings = stale.map(
    (stale) => `${stale.number}, ${stale.property}: confirmed last on ${stale.confirmed}. ${stale.link}`,
  )
  return {
    number: stales.length > 0 ? plural(stale.length, 'listing', 'listings') : (first?.number ?? ''),
    property: stales.length > 0 ? `${first?.property} and ${stales.length} more` : (first?.property ?? ''),
    confirmed: first?.confirmed ?? '',
    link: stales.length > 0 ? `${services.config.publicUrl}/#${locatorFacts.queue}` : (first?.link ?? ''),
    listings: listings.join('\n\n'),
    agency: services.config.agencyName,
  }
}

/** Mails the people who must confirm stale listings: one mail for all listings with the same recipients. */
async function sendReminders(transaction: Transaction, services: Services, dueAt: Date): Promise<void> {
  const settings = new Settings(transaction, { ...services, now: () => dueAt })
  const due = await claimStaleListings(transaction, settings, today(services.config.agencyZone, dueAt))
  const write = await loadMailWriter(transaction, staleMail.event)
  const reminders: {
    stale: StaleListing
    of: Awaited<ReturnType<typeof loadRecordPeople>>['of']
    people: string
  }[] = []
  for (const listing of due) {
    const { subject, of: getRecipients } = await loadRecordPeople(transaction, {
      ...listing,
      submittedById: null,
      reviewerId: null,
    })
    const stale = {
      propertyId: listing.propertyId,
      number: listings.numberOf(listing.ahlId),
      property: subject,
      confirmed: formatDate(listing.confirmedOn, 'MM/DD/YYYY'),
      link: `${services.config.publicUrl}/#${openPath(listings as never, listing)}`,
    }
    const people =
      write(getMailValues([stale], services), getRecipients)?.recipients.map(({ email }) => email) ?? []
    reminders.push({ stale, of: getRecipients, people: people.toSorted().join(' ') })
  }
  const mails: Mail[] = []
  for (const group of Map.groupBy(reminders, ({ people }) => people).values()) {
    const [first] = group
    const mail = write(
      getMailValues(
        group.map(({ stale }) => stale),
        services,
      ),
      first!.of,
    )
    const propertyId = group.length === 1 ? first!.stale.propertyId : null
    if (mail) mails.push({ event: staleMail.event, propertyId, ...mail })
  }
  await sendMails({ transaction }, mails)
}

/** The job of every morning: asks companies to confirm listings that became stale. */
export const staleListingJob: Job = {
  name: 'housing locator',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: sendReminders,
}
