import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { Listing, type Photo } from '../model/entities.ts'
import { listings as declared, type ListingDetail, type ListingRow } from '../model/listings.ts'
import { describeRefusedPhotos, isStale } from '../model/rules.ts'
import { locatorSettings } from '../model/settings.ts'
import { copyPhotos, loadPhotos, photosSql } from './photoRows.ts'

/** SQL: whether record `r` is the published version: the newest approved one of an active property. */
export const isShownSql = sql<boolean>`(r.status_id = ${sqlStatus.APPROVED} and exists (select from property p
    where p.property_id = r.property_id and p.status_id = ${sqlPropertyStatus.Active})
  and not exists (select from ahl n where n.property_id = r.property_id
  and n.status_id = ${sqlStatus.APPROVED}
    and n.listing_version > r.listing_version))`

/** SQL: the version whose values a new version copies: the newest approved or rejected one. */
const latestDecidedSql = (propertyId: number) => sql`(select * from ahl where property_id = ${propertyId}
  and status_id in (${sqlStatus.APPROVED}, ${sqlStatus.REJECTED}) order by listing_version desc limit 1)`

const unitTypesSql = (
  propertyId: number,
  today: string,
) => sql`(select t.count, y.name, y.bedrooms, e.rent_from, e.rent_to
  from property_room_type t join room_type y using (room_type_id)
  left join lateral (select min(s.rent) as rent_from, max(s.rent) as rent_to from rent_in_force(${today}) i
    join property_rent s using (property_rent_id)
    where s.project_room_type_id = t.project_room_type_id) e on true
  where t.property_id = ${propertyId} and t.count > 0)`

/** Loads the initial values of a property's first listing from its records. */
async function loadPropertyValues(
  { db, settings }: AnyContext,
  propertyId: number,
): Promise<Partial<ListingRow>> {
  const result = await sql<Partial<ListingRow>>`
    select p.address, p.city, p.zip, p.housing_type as residents, u.*
    from property p cross join (select min(bedrooms) as bedrooms_from, max(bedrooms) as bedrooms_to,
    min(rent_from) as rent_from,
      max(rent_to) as rent_to from ${unitTypesSql(propertyId, settings.today())} x) u
      where p.property_id = ${propertyId}`.execute(db)
  return result.rows[0] ?? {}
}

/**
 * Returns why no new version can be created now; empty if one can. A property has only one version in
 * progress.
 */
export async function getNewVersionFaults(context: AnyContext, propertyId: number): Promise<string[]> {
  const openId = await loadOpenVersionId(context, propertyId)
  return openId === null
    ? []
    : [`The listing of this property is being changed already: ${declared.numberOf(openId)}.`]
}

/** Loads the id of the version in progress; null if there is none. */
async function loadOpenVersionId({ db }: AnyContext, propertyId: number): Promise<number | null> {
  const open = await sql<{
    id: number | null
  }>`select max(ahl_id) as id from ahl where property_id = ${propertyId}
    and status_id in (${sqlStatus.NOT_SUBMITTED}, ${sqlStatus.SUBMITTED})`.execute(db)
  return open.rows[0]?.id ?? null
}

/**
 * Returns the initial values of a new version: those of the previous version, or for the first one those of
 * the property's records.
 */
async function getInitialValues(context: AnyContext, propertyId: number): Promise<Partial<ListingRow>> {
  const [open] = await getNewVersionFaults(context, propertyId)
  const openId = await loadOpenVersionId(context, propertyId)
  if (open && openId !== null) refuse.rule(open, [], buildRecordLink(declared, { ahlId: openId }))
  const result = await sql<ListingRow>`select b.* from ${latestDecidedSql(propertyId)} b`.execute(context.db)
  const before = result.rows[0]
  if (!before) return loadPropertyValues(context, propertyId)
  const names = Listing.content as readonly (keyof ListingRow)[]
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}

type Facts = Pick<
  ListingDetail,
  'propertyName' | 'propertyActive' | 'units' | 'rooms' | 'zipKnown' | 'zipCities' | 'isShown' | 'photos'
>

/**
 * Loads the facts that a listing's screen and rules need in addition to the record, in one statement plus the
 * settings.
 */
async function loadFacts(context: AnyContext, row: ListingRow) {
  const { ahlId: id, propertyId, zip } = row
  const { settings } = context
  const zipKnown = zip?.slice(0, 5) ?? null
  const result = await sql<Omit<Facts, 'zipKnown'> & { nextVersion: number }>`
    select coalesce(p.name, kernel.filed_property_name(asked.property_id), '') as property_name,
    coalesce(p.total_units, 0) as units,
      coalesce(p.status_id = ${sqlPropertyStatus.Active}, false) as property_active,
      (select coalesce(jsonb_agg(jsonb_build_object('label', x.name, 'units', x.count, 'rentFrom',
      x.rent_from, 'rentTo', x.rent_to) order by x.bedrooms), '[]')
        from ${unitTypesSql(propertyId, settings.today())} x) as rooms,
      array(select distinct z.city from zip_code z where z.zip = ${zipKnown}::text and z.city is not null
      order by z.city) as zip_cities,
      coalesce((select max(v.listing_version) from ahl v where v.property_id = asked.property_id) + 1,
      1) as next_version,
      coalesce((select ${isShownSql} from ahl r where r.ahl_id = ${id}), false) as is_shown,
      ${photosSql(id > 0 ? sql`${id}::integer` : sql`(select b.ahl_id from ${latestDecidedSql(propertyId)} b)`)} as
      photos
    from (select ${propertyId}::integer as property_id) asked left
    join property p using (property_id)`.execute(context.db)
  const { photos, nextVersion, ...facts } = result.rows[0]!
  const months = await settings.get(locatorSettings.staleMonths)
  return {
    ...facts,
    ...(id > 0 ? {} : { listingVersion: nextVersion }),
    zipKnown,
    photos: id > 0 ? hideRefusals(context, row, photos) : copyAcceptedPhotos(photos),
    isStale: facts.isShown && isStale(row.confirmedOn, settings.today(), months),
    mostPhotos: await settings.get(locatorSettings.mostPhotos),
    longestSide: await settings.get(locatorSettings.longestSide),
  }
}

/** Hides the refusals of photos from the company until the listing is returned. */
function hideRefusals({ actor }: AnyContext, { statusId }: ListingRow, photos: Photo[]): Photo[] {
  if (isAgency(actor) || statusId !== RequestStatus.SUBMITTED) return photos
  return photos.map((photo) => ({ ...photo, refusal: null, refusalComment: null }))
}

/** Returns the photos that a new version copies: all that were not refused. */
const copyAcceptedPhotos = (photos: Photo[]): Photo[] =>
  photos.filter((photo) => photo.refusal === null).map((photo) => ({ ...photo, ahlPhotoId: 0, ahlId: 0 }))

/** The server side of the review of listings. */
export const listings = serveReview(declared, {
  detail: loadFacts,
  line: {
    select: sql`r.listing_version, r.city, coalesce(n.photos, 0) as photo_count, coalesce(n.refused,
      0) as refused_count, ${isShownSql} as is_shown, r.confirmed_on`,
    joins: sql`left join lateral (select count(*)::integer as photos,
        (count(*) filter (where n.refusal is not null and ((select kernel.is_agency())
        or r.status_id <> ${sqlStatus.SUBMITTED})))::integer as refused
      from ahl_photo n where n.ahl_id = r.ahl_id) n on true`,
  },
  begin: (context, { propertyId }) => getInitialValues(context, propertyId ?? 0),
  saved: async (context, row) => {
    if (row.version === 1) await copyPhotos(context, row, latestDecidedSql(row.propertyId))
  },
  needs: {
    approve: async (context, row) => {
      const refused = (await loadPhotos(context, row.ahlId)).some((photo) => photo.refusal !== null)
      return refused ? [{ field: 'photos', message: 'Return or reject it: a photo is refused.' }] : []
    },
  },
  steps: { approve: { stamp: (context) => ({ confirmedOn: context.settings.today() }) } },
  returned: async (context, row) => describeRefusedPhotos(await loadPhotos(context, row.ahlId)),
  deniedLines: ({ photos }) => describeRefusedPhotos(photos),
  mailLines: ({ listingVersion }) => [`Version ${listingVersion} is shown from now on.`],
  toDo: sql`'version ' || r.listing_version`,
})
