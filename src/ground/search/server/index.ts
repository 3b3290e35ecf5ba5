import { type Served, serveOnce } from '#kernel/server/serve.ts'
import {
  type Found,
  type FoundKind,
  findAnything,
  foundKinds,
  LEAST_CHARACTERS,
  MOST_OF_A_KIND,
} from '../model/calls.ts'

/** A request by its number, with or without the letters before it. */
const REQUEST_NUMBER = /^(?:r4r|r)?[\s#-]*0*(\d{1,9})$/

/** The most of what fits that is weighed: a search that vague is not worth more. */
const MOST_WEIGHED = 2000

/** Holds the words, or resembles them; written so that the trigram index on the same expression serves both. */
const fits = (name: string): string => `(${name} like $4 or $1 <% ${name})`

const companyName = 'lower(c.name)'
const personName = `lower(u.first_name || ' ' || u.last_name || ' ' || u.user_name)`
const contactName = `lower(o.name || ' ' || coalesce(o.company, ''))`
const vendorName = 'lower(v.name)'

/**
 * Each kind as one part of the statement: id, property, label, detail, score. Properties, requests and companies stand
 * under row-level security; people, contacts and vendors are narrowed here to what the caller's own screens show.
 */
const parts: Readonly<Record<FoundKind, string>> = {
  property: `select p.property_id, p.property_id, p.name,
      concat_ws(' · ', p.agency_number, (select string_agg(n.lihtc_number, ', ' order by n.position)
        from property_lihtc_number n where n.property_id = p.property_id
          and n.lihtc_number is distinct from p.agency_number), concat_ws(', ', p.address, p.city)), f.score
    from find_properties($1, $4, $2) f join property p on p.property_id = f.property_id`,
  request: `select r.replacement_reserve_request_id, r.property_id, 'R-' || r.replacement_reserve_request_id,
      'Replacement reserve request · ' || p.name, 3::real
    from reserve, replacement_reserve_request r join property p on p.property_id = r.property_id
    where r.replacement_reserve_request_id = $3::integer
      and (reserve.properties is null or r.property_id = any (reserve.properties))`,
  company: `select c.management_company_id, null::integer, c.name, concat_ws(', ', c.city, c.state),
      likeness($1, $4, ${companyName})
    from management_company c where ${fits(companyName)}
      and ((select kernel.is_agency()) or c.management_company_id = any ((select kernel.own_companies())::integer[]))`,
  person: `select u.user_id, null::integer, trim(u.first_name || ' ' || u.last_name), concat_ws(' · ', u.user_name, c.name),
      likeness($1, $4, ${personName})
    from me, app_user u left join management_company c on c.management_company_id = u.management_company_id
    where ${fits(personName)} and ((select kernel.is_agency())
      or (me.runs_company and u.user_id in (select user_id from management_company_user)))`,
  // Whose contacts: named in the scope itself, so that its index is used, and for each that is shown once more under
  // row-level security.
  contact: `select best.contact_id, held.property_id, best.name, concat_ws(' · ', best.company, held.name), best.score
    from (select o.contact_id, o.name, o.company, likeness($1, $4, ${contactName}) as score from (
        select * from contact o where o.active and ${fits(contactName)} and ((select kernel.reads_all()) or o.contact_id in (
          select pc.contact_id from property_contact pc where pc.property_id = any ((select kernel.read_scope())::integer[])))
        limit ${MOST_WEIGHED}) o order by score desc, o.name limit $2) best
      join lateral (select p.property_id, p.name from property_contact pc
        join property p on p.property_id = pc.property_id where pc.contact_id = best.contact_id
        order by p.property_id limit 1) held on true`,
  vendor: `select v.vendor_id, null::integer, v.name, concat_ws(', ', v.city, v.state), likeness($1, $4, ${vendorName})
    from (select * from vendor v where ${fits(vendorName)} and ((select kernel.is_agency()) or v.active
        or v.requested_by in (select user_id from management_company_user))
      limit ${MOST_WEIGHED}) v`,
}

const named = foundKinds.map(
  (kind) => `found_${kind} (id, property_id, label, detail, score) as (${parts[kind]} order by 5 desc, 3, 1 limit $2)`,
)

const statement = `with me as (
    select u.is_mc_admin or exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 4) as runs_company
    from app_user u where u.user_id = kernel.actor_id()),
  reserve as materialized (select kernel.scope(kernel.actor_id(), 'Replacement_Reserve', 'read') as properties),
  ${named.join(',\n  ')}
  select kind, id, property_id as "propertyId", label, detail from (
    ${foundKinds.map((kind, index) => `select ${index} as part, '${kind}' as kind, * from found_${kind}`).join(' union all ')}) found
  where length($1) >= ${LEAST_CHARACTERS} order by part, score desc, label, id`

/** What holds these words in this order, as a pattern of SQL; signs of patterns among them are only signs. */
const patternOf = (words: string): string => `%${words.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\s+/g, '%')}%`

/** Everything the search module answers. */
export const served: Served[] = [
  serveOnce(
    findAnything,
    ({ query }) => {
      const asked = query.text.trim().toLowerCase()
      return {
        text: statement,
        values: [asked, MOST_OF_A_KIND, REQUEST_NUMBER.exec(asked)?.[1] ?? null, patternOf(asked)],
      }
    },
    (found: Found[]) => found,
  ),
]
