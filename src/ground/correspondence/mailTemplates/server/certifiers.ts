import { slot } from '#kernel/server/module.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * SELECTs of exactly these columns, in this order and of these types: `property_id integer, user_id
     * integer, at timestamptz`: who signed a certification that concerns the property, and when.
     */
    certifications?: readonly string[]
  }
}

const signed = slot('certifications')

/**
 * SQL: who signed the last certification of each property (`property_id, user_id`); no rows while there is
 * none.
 */
export const lastCertifiers = (): string => `(select distinct on (property_id) property_id, user_id
  from (${['select null::integer, null::integer, null::timestamptz where false', ...signed()].join(' union all ')})
    as c (property_id, user_id, at) where user_id is not null order by property_id, at desc)`
