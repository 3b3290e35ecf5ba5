import { managementCompanyStatusLabels } from '#core/platform/lookups/model/index.ts'
import {
  matchesNameSql,
  matchesPhoneSql,
  matchesZipSql,
  type Searchable,
} from '#core/platform/search/server/index.ts'

const name = 'lower(c.name)'

/** SQL: the first letter of each word of the name, because people call companies by them: `hdmc`. */
const initials = "regexp_replace(lower(c.name), '\\W*(\\w)\\w*\\W*', '\\1', 'g')"

/** SQL: the label of a company's status, null for an active company. */
const state = `case c.status ${Object.entries(managementCompanyStatusLabels)
  .filter(([, label]) => label !== 'Active')
  .map(([status, label]) => `when ${status} then '${label}'`)
  .join(' ')} end`

/**
 * Finds companies by name, legal name, initials, phone or ZIP code. The agency finds all, a company's
 * people only their own.
 */
export const searchable: Searchable = {
  kind: 'company',
  order: 30,
  rows: `select c.management_company_id, null::integer, c.name, concat_ws(' · ', nullif(concat_ws(', ', c.city, c.state), ''), ${state}), case when ${initials} = $1 then 2 else likeness($1, $4, ${name}) end
    from management_company c where (${matchesNameSql(name)} or ${initials} = $1 or lower(c.legal_name) like $4 or ${matchesPhoneSql('c.phone')} or ${matchesZipSql('c.zip')})
      and ((select kernel.is_agency()) or c.management_company_id = any ((select kernel.own_companies())::integer[]))`,
}
