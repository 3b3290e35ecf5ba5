import { sql } from 'kysely'
import type { Answer } from '#kernel/model/call.ts'
import { VIEW_ALL } from '#kernel/model/text.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { getNewVendors } from '../model/calls.ts'
import type { VendorLine } from '../model/entities.ts'

const MAX_RESULTS = 50
/**
 * The share of the three-letter groups of the search text that a name must contain. It tolerates one or two
 * wrong letters.
 */
const MIN_LIKENESS = 0.4

const columns = sql`v.vendor_id, v.name, v.doing_business_as, v.address, v.city, v.state, v.zip, v.phone,
  v.email,
  v.tax_id_last4, v.w9_date, v.active, v.new_vendor`

/**
 * SQL: the people of the caller's companies. They may use the vendors they requested before the agency
 * decides.
 */
export const colleagueIdsSql = (context: AnyContext) =>
  sql`(select ${context.actor.userId}::integer
    union select user_id from management_company_user
    where management_company_id = any (kernel.own_companies()))`

/**
 * Searches vendors (see `searchVendors`): names that begin with the text come first, then names that
 * contain it, then the most similar ones.
 */
export async function searchVendorLines(
  context: AnyContext,
  input: string,
  always: readonly number[],
): Promise<VendorLine[]> {
  const searchText = input.trim().toLowerCase()
  const result = await sql<VendorLine>`select ${columns} from vendor v
    cross join lateral (select lower(v.name) as name, lower(concat_ws(' ', v.name,
    v.doing_business_as)) as names) as l
    cross join lateral (select case when strpos(l.names, ${searchText}) > 0 then 2
      else word_similarity(${searchText}, l.names) end as likeness) as s
    where v.vendor_id = any (${always}::integer[])
      or ((v.active or (v.new_vendor and v.requested_by in ${colleagueIdsSql(context)}))
      and s.likeness >= ${MIN_LIKENESS})
    order by v.vendor_id = any (${always}::integer[]) desc, starts_with(l.name, ${searchText}) desc,
    s.likeness desc, l.name
    limit ${MAX_RESULTS + always.length}`.execute(context.db)
  return result.rows
}

/** Loads active vendors by name, and the vendor with this id. */
export async function loadActiveVendors(context: AnyContext, vendorId: number): Promise<VendorLine[]> {
  const result =
    await sql<VendorLine>`select ${columns} from vendor v where v.active or v.vendor_id = ${vendorId}
    order by lower(v.name), v.vendor_id`.execute(context.db)
  return result.rows
}

/** Loads vendors whose name begins with this letter, or with a digit for #, or all for View All. */
export async function loadVendorsByLetter(
  context: AnyContext,
  letter: string,
  active: boolean,
): Promise<VendorLine[]> {
  const matchesLetter =
    letter === '#'
      ? sql`v.name ~ '^[0-9]'`
      : letter.length > 1
        ? sql`${VIEW_ALL} <> ''`
        : sql`starts_with(lower(v.name), ${letter.toLowerCase()})`
  const result =
    await sql<VendorLine>`select ${columns} from vendor v where v.active = ${active} and ${matchesLetter}
      and (not v.new_vendor or (select kernel.is_agency()) or v.requested_by in ${colleagueIdsSql(context)})
    order by lower(v.name), v.vendor_id`.execute(context.db)
  return result.rows
}

/**
 * Loads the queue of requested vendors with the person who asked and active vendors with similar names, in
 * one statement.
 */
export async function loadNewVendors(context: AnyContext): Promise<Answer<typeof getNewVendors>> {
  const result = await sql<Answer<typeof getNewVendors>[number]>`
    select ${columns}, nullif(trim(u.first_name || ' ' || u.last_name), '') as requested_by_name,
    c.name as company_name,
      v.created_at, coalesce(alike.vendors, '[]'::jsonb) as similar
    from vendor v
    left join app_user u on u.user_id = v.requested_by
    left join management_company c on c.management_company_id = u.management_company_id
    left join lateral (select jsonb_agg(jsonb_build_object('vendorId', o.vendor_id, 'name', o.name, 'city',
    o.city,
        'zip', o.zip) order by o.likeness desc) as vendors
      from (select a.*, similarity(lower(a.name), lower(v.name)) as likeness from vendor a
        where a.active and lower(a.name) % lower(v.name) order by likeness desc limit 3) o) alike on true
    where v.new_vendor order by v.created_at, v.vendor_id`.execute(context.db)
  return result.rows
}
