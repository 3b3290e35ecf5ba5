import { slot } from '#kernel/server/module.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * SELECTs of exactly these columns, in this order: `property_id integer, user_id integer, at
     * timestamptz`. A row says which user signed a certification that concerns the property, and when.
     */
    certifications?: readonly string[]
  }
}

const getCertificationSelects = slot('certifications')

/**
 * SQL: rows `property_id, user_id` with the user who signed each property's last certification. A property
 * without a certification has no row.
 */
export const getLastCertifiersSql = (): string => `(select distinct on (property_id) property_id, user_id
  from
  (${['select null::integer, null::integer, null::timestamptz where false', ...getCertificationSelects()].join(' union all ')})
    as c (property_id, user_id, at) where user_id is not null order by property_id, at desc)`
