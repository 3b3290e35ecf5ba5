import { sql } from 'kysely'
import { sqlPropertyStatus } from '#ground/platform/lookups/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { wayToRecord } from '#review/model/index.ts'
import { serveReview } from '#review/server/index.ts'
import { Listing, type Photo } from '../model/entities.ts'
import { type Detail, listings as declared, type ListingRow } from '../model/listings.ts'
import { isStale, refusedPhotos } from '../model/rules.ts'
import { locatorSettings } from '../model/settings.ts'
import { copyPhotos, photosIn, photosSql } from './photoRows.ts'
import './tables.ts'

/** SQL: record `r` is the version that is shown: the newest approved one of an active property. */
export const isShown = sql<boolean>`(r.status_id = ${sqlStatus.APPROVED} and exists (select from property p
    where p.property_id = r.property_id and p.status_id = ${sqlPropertyStatus.Active})
  and not exists (select from ahl n where n.property_id = r.property_id
  and n.status_id = ${sqlStatus.APPROVED}
    and n.listing_version > r.listing_version))`

/** The version a new one is begun from: the newest that was decided on. */
const newest = (propertyId: number) => sql`(select * from ahl where property_id = ${propertyId}
  and status_id in (${sqlStatus.APPROVED}, ${sqlStatus.REJECTED}) order by listing_version desc limit 1)`

const unitSizes = (
  propertyId: number,
  today: string,
) => sql`(select t.count, y.name, y.bedrooms, e.rent_from, e.rent_to
  from property_room_type t join room_type y using (room_type_id)
  left join lateral (select min(s.rent) as rent_from, max(s.rent) as rent_to from rent_in_force(${today}) i
    join property_rent s using (property_rent_id)
    where s.project_room_type_id = t.project_room_type_id) e on true
  where t.property_id = ${propertyId} and t.count > 0)`

/** Loads the values of the property's records, for its first listing. */
async function fromProperty({ db, settings }: AnyContext, propertyId: number): Promise<Partial<ListingRow>> {
  const result = await sql<Partial<ListingRow>>`
    select p.address, p.city, p.zip, p.housing_type as residents, u.*
    from property p cross join (select min(bedrooms) as bedrooms_from, max(bedrooms) as bedrooms_to,
    min(rent_from) as rent_from,
      max(rent_to) as rent_to from ${unitSizes(propertyId, settings.today())} x) u
      where p.property_id = ${propertyId}`.execute(db)
  return result.rows[0] ?? {}
}

/** Why none can be begun now: there is one version at a time that is being written or decided on. */
export async function notNow(context: AnyContext, propertyId: number): Promise<string[]> {
  const openId = await openVersion(context, propertyId)
  return openId === null
    ? []
    : [`The listing of this property is being changed already: ${declared.numberOf(openId)}.`]
}

async function openVersion({ db }: AnyContext, propertyId: number): Promise<number | null> {
  const open = await sql<{
    id: number | null
  }>`select max(ahl_id) as id from ahl where property_id = ${propertyId}
    and status_id in (${sqlStatus.NOT_SUBMITTED}, ${sqlStatus.SUBMITTED})`.execute(db)
  return open.rows[0]?.id ?? null
}

/**
 * A new version begins with the values of the previous one, the first with those of the property's records.
 */
async function begin(context: AnyContext, propertyId: number): Promise<Partial<ListingRow>> {
  const [open] = await notNow(context, propertyId)
  const openId = await openVersion(context, propertyId)
  if (open && openId !== null) refuse.rule(open, [], wayToRecord(declared, { ahlId: openId }))
  const result = await sql<ListingRow>`select b.* from ${newest(propertyId)} b`.execute(context.db)
  const before = result.rows[0]
  if (!before) return fromProperty(context, propertyId)
  const names = Listing.content as readonly (keyof ListingRow)[]
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}

type Facts = Pick<
  Detail,
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
        from ${unitSizes(propertyId, settings.today())} x) as rooms,
      array(select distinct z.city from zip_code z where z.zip = ${zipKnown}::text and z.city is not null
      order by z.city) as zip_cities,
      coalesce((select max(v.listing_version) from ahl v where v.property_id = asked.property_id) + 1,
      1) as next_version,
      coalesce((select ${isShown} from ahl r where r.ahl_id = ${id}), false) as is_shown,
      ${photosSql(id > 0 ? sql`${id}::integer` : sql`(select b.ahl_id from ${newest(propertyId)} b)`)} as
      photos
    from (select ${propertyId}::integer as property_id) asked left
    join property p using (property_id)`.execute(context.db)
  const { photos, nextVersion, ...facts } = result.rows[0]!
  const months = await settings.get(locatorSettings.staleMonths)
  return {
    ...facts,
    ...(id > 0 ? {} : { listingVersion: nextVersion }),
    zipKnown,
    photos: id > 0 ? seenBy(context, row, photos) : begunWith(photos),
    isStale: facts.isShown && isStale(row.confirmedOn, settings.today(), months),
    mostPhotos: await settings.get(locatorSettings.mostPhotos),
    longestSide: await settings.get(locatorSettings.longestSide),
  }
}

/** Hides the agency's objections to photos from the company until the listing is returned. */
function seenBy({ actor }: AnyContext, { statusId }: ListingRow, photos: Photo[]): Photo[] {
  if (isAgency(actor) || statusId !== RequestStatus.SUBMITTED) return photos
  return photos.map((photo) => ({ ...photo, refusal: null, refusalComment: null }))
}

/** The photos a new version begins with: all that were not refused. */
const begunWith = (photos: Photo[]): Photo[] =>
  photos.filter((photo) => photo.refusal === null).map((photo) => ({ ...photo, ahlPhotoId: 0, ahlId: 0 }))

/** Listings, as the server runs them. */
export const listings = serveReview(declared, {
  detail: loadFacts,
  line: {
    select: sql`r.listing_version, r.city, coalesce(n.photos, 0) as photo_count, coalesce(n.refused,
      0) as refused_count, ${isShown} as is_shown, r.confirmed_on`,
    joins: sql`left join lateral (select count(*)::integer as photos,
        (count(*) filter (where n.refusal is not null and ((select kernel.is_agency())
        or r.status_id <> ${sqlStatus.SUBMITTED})))::integer as refused
      from ahl_photo n where n.ahl_id = r.ahl_id) n on true`,
  },
  begin: (context, { propertyId }) => begin(context, propertyId ?? 0),
  saved: async (context, row) => {
    if (row.version === 1) await copyPhotos(context, row, newest(row.propertyId))
  },
  needs: {
    approve: async (context, row) => {
      const refused = (await photosIn(context, row.ahlId)).some((photo) => photo.refusal !== null)
      return refused ? [{ field: 'photos', message: 'Return or reject it: a photo is refused.' }] : []
    },
  },
  steps: { approve: { stamp: (context) => ({ confirmedOn: context.settings.today() }) } },
  returned: async (context, row) => refusedPhotos(await photosIn(context, row.ahlId)),
  deniedLines: ({ photos }) => refusedPhotos(photos),
  mailLines: ({ listingVersion }) => [`Version ${listingVersion} is shown from now on.`],
  toDo: sql`'version ' || r.listing_version`,
})
