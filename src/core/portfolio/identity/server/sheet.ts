import { sql } from 'kysely'
import { type FactSheetPart, formatDaySql } from '#core/portfolio/factSheet/server/index.ts'
import { COMPLIANCE_YEARS } from '../model/periods.ts'

const facts = [
  { label: '', kind: 'text' },
  { label: '', kind: 'text' },
] as const

const names: FactSheetPart = {
  title: 'Identity',
  place: 'top',
  order: 12,
  maxRows: 3,
  columns: facts,
  rows: ({ propertyId }) => sql`select jsonb_build_array(f.label, f.words), false from (
      select 1 as place, 'Formerly' as label, string_agg(n.name, ', '
      order by n.until_day desc nulls last) as words
        from property_former_name n where n.property_id = ${propertyId} and n.kind = 'Name'
      union all select 2, 'Partners', string_agg(concat_ws(' ', n.name, '(' || lower(n.role) || ')'), ', '
      order by n.property_partner_id)
        from property_partner n where n.property_id = ${propertyId} and n.role <> 'Owner'
        and n.to_date is null
      union all select 3, 'Numbers', string_agg(concat(n.kind, ' ', n.number), ', ' order by n.kind, n.number)
        from property_program_number n where n.property_id = ${propertyId}) f
    where f.words is not null order by f.place`,
}

const credits: FactSheetPart = {
  title: 'Programs',
  place: 'top',
  order: 21,
  maxRows: 2,
  columns: facts,
  rows: ({
    propertyId,
  }) => sql`select jsonb_build_array(concat('Credits ', a.credit), concat_ws(', ', a.set_aside,
      case when a.first_credit_year is not null then concat('from ', a.first_credit_year, ', compliance to ',
      a.first_credit_year + ${COMPLIANCE_YEARS - 1}::integer) end,
      'extended use to ' ||
      ${formatDaySql(sql`make_date(a.first_credit_year + a.extended_use_years - 1, 12, 31)`)})), false
    from credit_allocation a where a.property_id = ${propertyId}
    order by a.allocated_year, a.credit_allocation_id limit 2`,
}

/** The parts of a property's fact sheet with its former names, partners, numbers and credits. */
export const identitySheetParts: readonly FactSheetPart[] = [names, credits]
