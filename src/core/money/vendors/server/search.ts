import {
  MAX_SCORED,
  matchesNameSql,
  matchesPhoneSql,
  matchesZipSql,
  type Searchable,
} from '#core/platform/search/server/index.ts'

const name = 'lower(v.name)'

/**
 * Finds vendors by name, phone or ZIP code. Companies find those on the list and those that their own
 * people requested.
 */
export const searchable: Searchable = {
  kind: 'vendor',
  order: 60,
  rows: `select v.vendor_id, null::integer, v.name, concat_ws(' · ', nullif(concat_ws(', ', v.city, v.state), ''), case when not v.active then 'Not on the list' end), likeness($1, $4, ${name})
    from (select * from vendor v where (${matchesNameSql(name)} or ${matchesPhoneSql('v.phone')} or ${matchesZipSql('v.zip')}) and ((select kernel.is_agency()) or v.active
        or v.requested_by in (select user_id from management_company_user))
      limit ${MAX_SCORED}) v`,
}
