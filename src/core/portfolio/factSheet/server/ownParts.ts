import { type RawBuilder, sql } from 'kysely'
import { contactTypeLabels, propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { SheetRow } from '../model/sheet.ts'
import type { FactSheetPart } from './parts.ts'
import { formatDaySql } from './words.ts'

const facts = [
  { label: '', kind: 'text' },
  { label: '', kind: 'text' },
] as const

/** SQL: the label of a code. */
const labelSql = (code: RawBuilder<unknown>, labels: Readonly<Record<number, string>>) =>
  sql`(${sql.lit(JSON.stringify(labels))}::jsonb ->> (${code})::text)`

const units: FactSheetPart = {
  title: 'Units',
  place: 'figure',
  order: 0,
  maxRows: 1,
  columns: [
    { label: '', kind: 'number' },
    { label: '', kind: 'text' },
  ],
  rows: ({ propertyId }) => sql`select jsonb_build_array(p.total_units,
      case when p.low_income_units is null then '' else p.low_income_units || ' low-income' end), false
    from property p where p.property_id = ${propertyId}`,
}

const identity: FactSheetPart = {
  title: 'Identity',
  place: 'top',
  order: 10,
  maxRows: 7,
  columns: facts,
  rows: ({ propertyId }) => sql`select jsonb_build_array(f.label, f.value), false
    from property p left join management_company m using (management_company_id) cross join lateral (values
      ('Owner', p.owner_name), ('Manager', m.name), ('Status',
      ${labelSql(sql`p.status_id`, propertyStatusLabels)}),
      ('LIHTC', (select string_agg(n.lihtc_number, ', ' order by n.position) from property_lihtc_number n
      where n.property_id = p.property_id)),
      ('Housing', p.housing_type), ('Built', p.year_built::text),
      ('Developer', (select d.name from property_developer o join developer d using (developer_id)
        where o.property_id = p.property_id and o.to_date is null))) f (label, value)
    where p.property_id = ${propertyId} and f.value <> ''`,
}

const programs: FactSheetPart = {
  title: 'Programs',
  place: 'top',
  order: 20,
  maxRows: 8,
  columns: facts,
  rows: ({ propertyId }) => sql`select cells, alert from (
      select jsonb_build_array(t.name, concat_ws(', ', f.units_covered || ' units',
      'to ' || ${formatDaySql(sql`f.ends_on`)})) as cells, false as alert, 0 as place, t.name as name
        from property_federal_type f join federal_type t using (federal_type_id)
        where f.property_id = ${propertyId}
      union all select jsonb_build_array(d.label, d.value), false, 1, d.label from property p cross
      join lateral (values
        ('In service', ${formatDaySql(sql`p.service_date`)}), ('Set-aside', case
        when p.average_income_test then 'Average income' end),
        ('Extended use', 'to ' || ${formatDaySql(sql`p.extended_use_date`)}),
        ('Fiscal year', 'ends in ' || to_char(make_date(2000, p.fiscal_year_end_month, 1),
        'FMMonth'))) d (label, value)
        where p.property_id = ${propertyId} and d.value is not null) lines order by place, name`,
}

/** Computes the last row: the sum of all units and of their monthly rents. */
function computeSum(rows: readonly SheetRow[]): SheetRow {
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  const units = rows.reduce((sum, { cells }) => sum + number(cells[2]), 0)
  const cents = rows.reduce((sum, { cells }) => sum + number(cells[2]) * toCents(number(cells[3])), 0)
  return {
    cells: ['All, a month', null, units, fromCents(cents), null, null, null],
    alert: false,
    total: true,
  }
}

const rents: FactSheetPart = {
  title: 'Units and rents',
  place: 'wide',
  order: 10,
  maxRows: 9,
  note: 'in force today, a month',
  columns: [
    { label: 'Units of', kind: 'text' },
    { label: 'Rent type', kind: 'text' },
    { label: 'Units', kind: 'number' },
    { label: 'Rent', kind: 'money' },
    { label: 'Utilities', kind: 'money' },
    { label: 'Gross', kind: 'money' },
    { label: 'Since', kind: 'day' },
  ],
  rows: ({ propertyId, day }) => sql`select jsonb_build_array(t.name, coalesce(y.name, '') || case
    when e.existing_tenants then ' existing tenants' else '' end,
      coalesce(e.units, r.count), e.rent, e.utility_allowance, e.rent + e.utility_allowance,
      e.effective_date), false
    from property_room_type r join room_type t using (room_type_id)
    left join rent_in_force(${day}) e on e.property_id = r.property_id
    and e.project_room_type_id = r.project_room_type_id and e.units > 0
    left join rent_type y on y.rent_type_id = e.rent_type_id
    where r.property_id = ${propertyId} order by t.bedrooms, t.name, y.name, e.existing_tenants`,
  transformRows: (rows) => (rows.length > 0 ? [...rows, computeSum(rows)] : []),
}

const contacts: FactSheetPart = {
  title: 'People',
  place: 'bottom',
  order: 40,
  maxRows: 5,
  columns: [
    { label: 'As', kind: 'text' },
    { label: 'Name', kind: 'text' },
    { label: 'Phone', kind: 'text' },
    { label: 'E-mail', kind: 'text' },
  ],
  rows: ({
    propertyId,
  }) => sql`select jsonb_build_array(${labelSql(sql`k.contact_type_id`, contactTypeLabels)}, c.name, c.phone,
    c.email), false
    from property_contact k join contact c using (contact_id) where k.property_id = ${propertyId}
    order by k.contact_type_id, c.name`,
}

const scores: FactSheetPart = {
  title: 'Inspections',
  place: 'right',
  order: 30,
  maxRows: 3,
  columns: facts,
  rows: ({
    propertyId,
  }) => sql`select jsonb_build_array(${formatDaySql(sql`i.inspection_date`)}, concat_ws(', ',
    'score ' || coalesce(i.score_text, i.score::text), i.source)), false
    from property_inspection i where i.property_id = ${propertyId} order by i.inspection_date desc limit 3`,
}

/** The parts of the fact sheet about the property itself. */
export const propertySheetParts: readonly FactSheetPart[] = [
  units,
  identity,
  programs,
  rents,
  contacts,
  scores,
]
