import type { Searchable } from '#core/platform/search/server/index.ts'
import type { PermissionKey } from '#kernel/model/access.ts'
import { getInvoiceModules } from './modules.ts'

/** Ids that no request and no property has. They mark the places in a path where SQL inserts the real ids. */
const [REQUEST, PROPERTY] = [2_147_483_646, 2_147_483_645]

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * SQL that depends on the module of row `i`, which has `module_name`, `request_id` and `property_id`; ''
 * for an unknown module.
 */
const switchOnModule = (getSql: (name: string) => string): string =>
  `case i.module_name ${Object.keys(getInvoiceModules())
    .map((name) => `when ${quote(name)} then ${getSql(name)}`)
    .join(' ')} else '' end`

/** SQL: the path of the request that row `i` belongs to. */
export const getRequestPathSql = (): string =>
  switchOnModule(
    (name) =>
      `replace(replace(${quote(getInvoiceModules()[name]!.path(REQUEST, PROPERTY))}, '${REQUEST}', i.request_id::text), '${PROPERTY}', i.property_id::text)`,
  )

/** SQL: the properties where the caller has read access by a permission; null means all. */
const getScopeSql = (permission: PermissionKey): string =>
  `(select kernel.scope(kernel.actor_id(), '${permission}', 'read'))`

/**
 * SQL: whether the caller may read the request that row `i` belongs to, by the permission of its module at
 * its property.
 */
export const getMayReadRequestSql = (): string =>
  `(${Object.entries(getInvoiceModules())
    .map(
      ([name, { permission }]) =>
        `(i.module_name = ${quote(name)} and (${getScopeSql(permission)} is null or i.property_id = any (${getScopeSql(permission)}::integer[])))`,
    )
    .join(' or ')})`

/** SQL: how well a number matches the search text: exactly, from its beginning, or in its middle. */
export const getNumberScoreSql = (number: string): string =>
  `(case when lower(${number}) = $1 then 3 when lower(${number}) like $1 || '%' then 1 else 0.5 end)::real`

/** The least number of characters to search for, because fewer would match nearly every invoice. */
export const MIN_NUMBER_LENGTH = 3

/**
 * Finds invoices by any part of their numbers. A company finds its own, the agency those that were claimed.
 */
export const searchable: Searchable = {
  kind: 'invoice',
  order: 50,
  opens: true,
  get rows() {
    return `select i.invoice_id, i.property_id, 'Invoice ' || i.invoice_number,
      concat_ws(' · ', to_char(i.amount, 'FM$999,999,990.00'), (select v.name from vendor v where v.vendor_id = i.vendor_id),
        (select p.name from property p where p.property_id = i.property_id), case when i.claimed then 'Claimed' else 'Draft' end),
      ${getNumberScoreSql('i.invoice_number')}, ${getRequestPathSql()}
    from invoice i where length($1) >= ${MIN_NUMBER_LENGTH} and lower(i.invoice_number) like $4
      and (i.claimed or not (select kernel.is_agency())) and ${getMayReadRequestSql()}`
  },
}
