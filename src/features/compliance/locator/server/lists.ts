import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import type { PropertyListing, PublishedListing } from '../model/calls.ts'
import { Listing } from '../model/entities.ts'
import { listings as declared } from '../model/listings.ts'
import { locatorSettings } from '../model/settings.ts'
import { isShownSql } from './listings.ts'

/** SQL: published listings that were confirmed before this day are stale. */
export const staleBeforeSql = async ({ settings }: Pick<AnyContext, 'settings'>, today: string) =>
  sql`(${today}::date - make_interval(months => ${await settings.get(locatorSettings.staleMonths)}))::date`

const columns = Listing.content.map((name) =>
  sql.ref(`r.${name.replaceAll(/[A-Z]/g, (text) => `_${text.toLowerCase()}`)}`),
)

/** Loads the published listings, by property. One statement. */
export async function loadPublishedListings(context: AnyContext): Promise<PublishedListing[]> {
  const before = await staleBeforeSql(context, context.settings.today())
  const result = await sql<PublishedListing>`
    select r.ahl_id, r.property_id, r.listing_version, ${sql.join(columns)}, r.confirmed_on,
    r.filed_company_id, r.submitted_by_id, r.submitted,
      r.re_submitted, r.reviewer_id, r.review_started, r.reviewed_by_id, r.reviewed, r.decided_by_id,
      r.decided, r.decision_comment, r.created_by, r.created_at,
      p.name as property_name, c.name as company_name, k.name as county, p.latitude, p.longitude,
      r.confirmed_on < ${before} as is_stale,
      (select count(*)::integer from ahl_photo f where f.ahl_id = r.ahl_id) as photo_count
    from ahl r join property p using (property_id) left
    join management_company c on c.management_company_id = p.management_company_id
    left join county k on k.county_id = p.county_id
    where ${isShownSql} order by lower(p.name), r.ahl_id`.execute(context.db)
  return result.rows
}

type PropertyRow = Omit<PropertyListing, 'standing' | 'newestLabel'> & { hidden: boolean; stale: boolean }

/** Returns the state of a property's listing in words. */
function describeStanding({ shownId, hidden, stale, newestStatusId }: PropertyRow): string {
  if (hidden) return 'Hidden'
  if (shownId === null) return newestStatusId === null ? 'Not listed' : 'Not shown yet'
  return stale ? 'Stale' : 'Shown'
}

/**
 * Loads the properties that may have a listing, each with its published and its newest version. One
 * statement.
 */
export async function loadPropertyListings(context: AnyContext): Promise<PropertyListing[]> {
  const before = await staleBeforeSql(context, context.settings.today())
  const result = await sql<PropertyRow>`
    select p.property_id, p.name as property_name, p.city, c.name as company_name, p.total_units as units,
      case when not q.hidden then a.ahl_id end as shown_id, q.hidden
      and a.ahl_id is not null as hidden, a.confirmed_on::text,
      coalesce(a.confirmed_on < ${before}, false) as stale, n.ahl_id as newest_id,
      n.status_id as newest_status_id, n.submitted,
      coalesce(f.photos, 0) as photo_count, coalesce(f.refused, 0) as refused_count
    from property p left join management_company c using (management_company_id)
    cross join lateral (select p.status_id <> ${sqlPropertyStatus.Active} as hidden) q
    left join lateral (select r.ahl_id, r.confirmed_on from ahl r where r.property_id = p.property_id
    and r.status_id = ${sqlStatus.APPROVED}
      order by r.listing_version desc limit 1) a on true
    left join lateral (select r.ahl_id, r.status_id, r.submitted from ahl r
    where r.property_id = p.property_id
      order by r.listing_version desc limit 1) n on true
    left join lateral (select count(*)::integer as photos, (count(*) filter (where f.refusal is not null
        and ((select kernel.is_agency()) or n.status_id <> ${sqlStatus.SUBMITTED})))::integer as refused
      from ahl_photo f where f.ahl_id = n.ahl_id) f on true
    where (not q.hidden or n.ahl_id is not null) and p.status_id <> ${sqlPropertyStatus.Deleted}
    order by lower(p.name), p.property_id`.execute(context.db)
  return result.rows.map((row) => {
    const { hidden: _, stale: __, ...line } = row
    const newestLabel =
      row.newestStatusId === null ? 'Not started' : declared.labelOf(row.newestStatusId, row.submitted)
    return { ...line, standing: describeStanding(row), newestLabel }
  })
}
