import { formatPropertyNumber, PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { VIEW_ALL } from '#kernel/model/text.ts'
import type { Statement } from '#kernel/server/database.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getProjectListQuery, type ListLine, type ListQuery, type listOrders } from '../model/calls.ts'

type StoredLine = ListLine & { agencyNumber: string | null; lihtC1: string | null }

const columns = `
  select p.property_id as "propertyId", p.name as "propertyName", p.agency_number as "agencyNumber", l.lihtc_number as "lihtC1",
    p.status_id as status, p.decontrol_status as "decontrolStatus", p.city, c.name as county,
    p.management_company_id as "managementCompanyId", m.name as "managementCompanyName", p.total_units as "totalUnits",
    p.service_date as "serviceDate", p.extended_use_date as "extendedUseDate"
  from property p
  left join county c on c.county_id = p.county_id
  left join management_company m on m.management_company_id = p.management_company_id
  left join (select distinct on (property_id) property_id, lihtc_number from property_lihtc_number
    order by property_id, position) l on l.property_id = p.property_id`

/** Builds the SELECT of the list. Filters that are not set add no condition, so that the plan fits. */
function buildListQuery(query: ListQuery): Statement {
  const values: unknown[] = []
  const addCondition = (value: unknown, condition: (place: string) => string): string[] =>
    value ? [condition(`$${values.push(value)}`)] : []
  const letter = query.letter?.toLowerCase()
  const conditions = [
    ...(query.statuses?.length
      ? addCondition(query.statuses, (place) => `p.status_id = any (${place})`)
      : [`p.status_id <> ${PropertyStatus.Deleted}`]),
    ...addCondition(query.companyId, (place) => `p.management_company_id = ${place}`),
    ...addCondition(query.countyId, (place) => `p.county_id = ${place}`),
    ...addCondition(
      query.federalTypeId,
      (place) =>
        `exists (select 1 from property_federal_type f where f.property_id = p.property_id and f.federal_type_id = ${place})`,
    ),
    ...(letter === '#'
      ? [`p.name ~ '^[0-9]'`]
      : addCondition(
          letter !== VIEW_ALL.toLowerCase() && letter,
          (place) => `starts_with(lower(p.name), ${place})`,
        )),
    ...addCondition(
      query.search?.trim().toLowerCase(),
      (place) => `(strpos(lower(concat_ws(' ', p.name, p.agency_number, p.address, p.city)), ${place}) > 0
        or exists (select 1 from property_lihtc_number n where n.property_id = p.property_id and strpos(lower(n.lihtc_number), ${place}) > 0))`,
    ),
  ]
  return { text: `${columns} where ${conditions.join(' and ')}`, values }
}

const orders: Record<(typeof listOrders)[number], string> = {
  name: 'lower("propertyName")',
  number: 'coalesce("agencyNumber", "lihtC1")',
  status: 'status',
  city: 'lower(city)',
  county: 'lower(county)',
  company: 'lower("managementCompanyName")',
  units: '"totalUnits"',
  service: '"serviceDate"',
  extendedUse: '"extendedUseDate"',
}

/** Empty values come last in both sort directions. */
const getOrder = ({ sortBy, descending }: ListQuery): string =>
  `order by ${orders[sortBy ?? 'name']} ${descending ? 'desc' : 'asc'} nulls last, "propertyId"`

function buildFullListQuery(query: ListQuery): Statement {
  const { text, values } = buildListQuery(query)
  return { text: `select * from (${text}) f ${getOrder(query)}`, values }
}

/** Loads a page of the property list and the total number of matches, in one statement. */
export async function listProperties(
  context: AnyContext,
  query: ListQuery,
): Promise<{ rows: ListLine[]; total: number }> {
  const { startRow = 0, fetchCount = 0 } = query
  const { agencyShortName } = context.services.config
  // Each field is named because rest syntax takes five times as long, which matters for thousands of rows.
  const line = (row: StoredLine): ListLine => ({
    propertyId: row.propertyId,
    propertyName: row.propertyName,
    status: row.status,
    decontrolStatus: row.decontrolStatus,
    city: row.city,
    county: row.county,
    managementCompanyId: row.managementCompanyId,
    managementCompanyName: row.managementCompanyName,
    totalUnits: row.totalUnits,
    serviceDate: row.serviceDate,
    extendedUseDate: row.extendedUseDate,
    propertyNumber: formatPropertyNumber(row, agencyShortName),
  })
  const order = getOrder(query)
  if (startRow === 0 && fetchCount === 0) {
    const all = await context.transaction.rows<StoredLine>(buildFullListQuery(query))
    return { rows: all.map(line), total: all.length }
  }
  const { text, values } = buildListQuery(query)
  const limit = fetchCount > 0 ? `limit $${values.length + 1}` : ''
  // The count is joined to the page, so that a page past the end also has the total.
  const page = await context.transaction.query<StoredLine & { total: number }>(
    `with f as (${text}) select t.total, page.* from (select count(*)::integer as total from f) t
      left join (select * from f ${order} ${limit} offset $${values.length + (limit ? 2 : 1)}::integer) page on true ${order}`,
    [...values, ...(limit ? [fetchCount] : []), startRow],
  )
  const rows = page.rows.filter((row) => row.propertyId !== null)
  return { rows: rows.map(line), total: page.rows[0]?.total ?? 0 }
}

/** The handler of the property list. Without paging, a single statement answers it. */
export const listHandlers = [
  serve(
    getProjectListQuery,
    (context) => listProperties(context, context.body),
    ({ body }) => (body.startRow || body.fetchCount ? undefined : buildFullListQuery(body)),
  ),
]
