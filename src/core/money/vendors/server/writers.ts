import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the ids of users who entered a vendor, or changed who is paid and where, in the last 30 days, for
 * the vendors in the rows `i`. Such a user cannot be the second person who lets the vendor be paid (domain
 * 48.4).
 */
export const vendorWriterIdsSql = (items: RawBuilder<unknown>): RawBuilder<number[]> =>
  sql`(select array_agg(distinct wrote.user_id) from audit_log wrote
    where wrote.table_name = 'vendor' and wrote.row_id in (select i.vendor_id from ${items})
    and wrote.user_id is not null
      and wrote.changed_at > now() - interval '30 days' and (wrote.operation = 'insert'
      or wrote.changes ?| array['name',
        'doing_business_as', 'address', 'city', 'state', 'zip', 'email', 'tax_id_last4']))`
