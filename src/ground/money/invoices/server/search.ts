import type { Searchable } from '#ground/platform/search/server/index.ts'
import type { PermissionKey } from '#kernel/model/access.ts'
import { invoiceModules } from './modules.ts'

/** Ids no request and no property has: they mark their places in an address. */
const [REQUEST, PROPERTY] = [2_147_483_646, 2_147_483_645]

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * SQL by the module of row `i`, which has `module_name`, `request_id` and `property_id`; '' where there is no
 * such module.
 */
const byModule = (getSql: (name: string) => string): string =>
  `case i.module_name ${Object.keys(invoiceModules())
    .map((name) => `when ${quoted(name)} then ${getSql(name)}`)
    .join(' ')} else '' end`

/** SQL: the address of the request that row `i` belongs to. */
export const requestPath = (): string =>
  byModule(
    (name) =>
      `replace(replace(${quoted(invoiceModules()[name]!.path(REQUEST, PROPERTY))}, '${REQUEST}', i.request_id::text), '${PROPERTY}', i.property_id::text)`,
  )

/** SQL: the properties where the caller may read the subject of a permission; null for all. */
const scope = (permission: PermissionKey): string =>
  `(select kernel.scope(kernel.actor_id(), '${permission}', 'read'))`

/**
 * SQL: the caller may read the request that row `i` belongs to, by the permission of its module at its
 * property.
 */
export const mayReadRequest = (): string =>
  `(${Object.entries(invoiceModules())
    .map(
      ([name, { permission }]) =>
        `(i.module_name = ${quoted(name)} and (${scope(permission)} is null or i.property_id = any (${scope(permission)}::integer[])))`,
    )
    .join(' or ')})`

/** SQL: how well a number matches the search text: whole, from its beginning, or in its middle. */
export const numberScore = (number: string): string =>
  `(case when lower(${number}) = $1 then 3 when lower(${number}) like $1 || '%' then 1 else 0.5 end)::real`

/** Fewer characters fit the number of nearly every invoice. */
export const LEAST_OF_NUMBER = 3

/** Invoices by any part of their numbers: for a company its own, for the agency those that were claimed. */
export const searchable: Searchable = {
  kind: 'invoice',
  order: 50,
  opens: true,
  get rows() {
    return `select i.invoice_id, i.property_id, 'Invoice ' || i.invoice_number,
      concat_ws(' · ', to_char(i.amount, 'FM$999,999,990.00'), (select v.name from vendor v where v.vendor_id = i.vendor_id),
        (select p.name from property p where p.property_id = i.property_id), case when i.claimed then 'Claimed' else 'Draft' end),
      ${numberScore('i.invoice_number')}, ${requestPath()}
    from invoice i where length($1) >= ${LEAST_OF_NUMBER} and lower(i.invoice_number) like $4
      and (i.claimed or not (select kernel.is_agency())) and ${mayReadRequest()}`
  },
}
