import { fits, hasPhone, inZip, type Searchable } from '#ground/search/server/index.ts'

const name = 'lower(c.name)'

/** Companies by name, telephone or ZIP code: the agency every one, a company's people their own. */
export const searchable: Searchable = {
  kind: 'company',
  order: 30,
  rows: `select c.management_company_id, null::integer, c.name, concat_ws(', ', c.city, c.state), likeness($1, $4, ${name})
    from management_company c where (${fits(name)} or ${hasPhone('c.phone')} or ${inZip('c.zip')})
      and ((select kernel.is_agency()) or c.management_company_id = any ((select kernel.own_companies())::integer[]))`,
}
