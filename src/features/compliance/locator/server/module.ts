import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { AHLPhoto, Listing } from '../model/entities.ts'
import { locatorFacts } from '../model/facts.ts'
import { staleMail } from '../model/mails.ts'
import { locatorSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { getNewVersionFaults, isShownSql, listings } from './listings.ts'
import { staleBeforeSql } from './lists.ts'
import { staleListingJob } from './night.ts'
import { isPhoto } from './photoRows.ts'

const review = getManifest(listings, {
  filesId: locatorFacts.moduleId,
  searchOrder: 38,
  filing: { active: true, notNow: getNewVersionFaults },
})

/** The to-dos about published listings that are stale, unless a new version is in progress. */
const staleToDos: ToDoSource = {
  kind: 'listing.stale',
  label: 'Listing to confirm',
  act: 'Confirm it',
  waitsFor: 'company',
  rows: async (
    today,
    settings,
  ) => sql`select r.ahl_id, r.property_id, null::integer, ${locatorFacts.permission}::text,
      'AHL-' || r.ahl_id || ': confirm that the listing still holds', null::date, r.decided,
      concat('/ahl/listing/', r.ahl_id)
    from ahl r where ${isShownSql} and r.confirmed_on < ${await staleBeforeSql({ settings } as never, today)}
      and not exists (select from ahl o where o.property_id = r.property_id
        and o.status_id in (${sqlStatus.NOT_SUBMITTED}, ${sqlStatus.SUBMITTED}))`,
}

/** The to-dos about rejected versions without a newer one. */
const rejectedToDos: ToDoSource = {
  kind: 'listing.rejected',
  label: 'Listing rejected',
  act: 'Begin a new version',
  waitsFor: 'company',
  rows: () => sql`select r.ahl_id, r.property_id, null::integer, ${locatorFacts.permission}::text,
      'AHL-' || r.ahl_id || ': rejected, begin a new version', null::date, r.decided, concat('/ahl/listing/',
      r.ahl_id)
    from ahl r where r.status_id = ${sqlStatus.REJECTED}
      and not exists (select from ahl o where o.property_id = r.property_id
      and o.listing_version > r.listing_version)`,
}

export default {
  ...review,
  entities: [Listing, AHLPhoto],
  served: [...review.served, ...served],
  jobs: [staleListingJob],
  settings: Object.values(locatorSettings),
  eventMails: [...review.eventMails, staleMail],
  toDos: [...review.toDos, staleToDos, rejectedToDos],
  // A file uploaded outside the listing would not become one of its photos and would keep the camera's data.
  // So the general file calls only let the agency add its own documents, and never touch photos.
  files: review.files.map((part) => ({
    ...part,
    guard: async (context, file) => {
      if (!isAgency(context.actor) || (await isPhoto(context, file.fileId)))
        refuse.rule('Photos are added and taken out on the listing itself.')
      await part.guard(context, file)
    },
  })),
} satisfies ServerModule
