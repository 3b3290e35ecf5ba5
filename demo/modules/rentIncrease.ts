import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { increases } from '#features/rents/rentIncrease/model/increases.ts'
import { documentKinds, SIGNED_SCHEDULE } from '#features/rents/rentIncrease/model/rules.ts'
import { addDays, addYears } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { largestCompany } from '../accounts.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type GeneratedDocument, getAnalyst, storeDocuments } from '../documents.ts'
import { getStepsTo, getStepTakers, loadFiledRecords } from '../filedRecords.ts'
import type { Property } from '../types.ts'

/**
 * The requests: the status (a number of `RequestStatus`), the year of the new rents relative to the next
 * January, and the type (2 is based on a budget).
 */
const requestPlans: readonly { statusId: number; yearOffset: number; type?: 2; isOnHold?: boolean }[] = [
  ...[1, 1, 2, 2, 2, 3, 3, 4].map((statusId) => ({ statusId, yearOffset: 0 })),
  { statusId: 4, yearOffset: 0, isOnHold: true },
  { statusId: 3, yearOffset: 0, type: 2 },
  { statusId: 5, yearOffset: 0 },
  { statusId: 5, yearOffset: 0, type: 2 },
  { statusId: 6, yearOffset: 0 },
  ...[5, 5, 5, 5, 6].map((statusId) => ({ statusId, yearOffset: -1 })),
  ...[5, 5, 5].map((statusId) => ({ statusId, yearOffset: -2 })),
]

/**
 * The requests are those of the first properties in turn. So a property with an open request has earlier
 * ones, too.
 */
const PROPERTY_COUNT = 13
/** Requests of this year were begun this many days ago. */
const DAYS_OF_REVIEW = 45
/** The reviewer's answers in the checklist of a reviewed request. */
const checklist = {
  budget_approved: true,
  open_inspection: false,
  aod_non_compliance_issues: false,
  mitas_open_issues: false,
  findings_in_non_compliance_log: false,
  afs_reviewed: true,
  rent_roll_revied: true,
  sec42_requirements: true,
}
/** The figures of the cash flow worksheet of requests on a budget, in dollars. */
const cashFlow = {
  operating_expenses: 275_000,
  debt_service: 75_600,
  target_coverage: 1.2,
  reserve_deposits: 14_400,
  other_income: 9_200,
  vacancy_percent: 7,
}

/**
 * Whether a property raises its rents here: it belongs to the largest company, has at least 13 units and tax
 * credits, and is not rural.
 */
const raisesRents = ({ managementCompany, federalTypes, status, totalUnits }: Property): boolean =>
  managementCompany === largestCompany &&
  status === PropertyStatus.Active &&
  totalUnits >= 13 &&
  federalTypes.some(({ name }) => name.startsWith('LIHTC')) &&
  !federalTypes.some(({ name }) => name.startsWith('Rural'))

/** Returns the first day of the next year. */
const getNextJanuary = (day: string): string => `${Number(day.slice(0, 4)) + 1}-01-01`

/**
 * SQL: the rents of each request. Past requests led to the current rents. Open ones ask for 3.5 percent
 * more, or 3 percent at elderly properties, rounded down to whole dollars.
 */
const rentLinesSql = `
  insert into room_rent_increase_request (rent_increase_request_header_id, property_id, position, project_room_type_rent_id, project_room_type_id,
    rent_type_id, existing_tenants, units, current_rent, requested_rent, adjusted_rent, approved_rent, utility_allowance, median_percent)
  select h.rent_increase_request_header_id, h.property_id, row_number() over (partition by h.rent_increase_request_header_id order by e.project_room_type_id, e.rent_type_id),
    e.property_rent_id, e.project_room_type_id, e.rent_type_id, e.existing_tenants, e.units, a.was, a.becomes,
    case when h.status_id >= 2 then a.becomes end, case when h.status_id in (3, 4, 5) then a.becomes end, nullif(e.utility_allowance, 0), e.income_limit_percent
  from rent_increase_request_header h cross join lateral rent_in_force(least(h.rent_effective_date, $1::date)) e
  left join lateral rent_in_force(h.rent_effective_date - 1) b on b.property_id = h.property_id and b.project_room_type_id = e.project_room_type_id
    and b.rent_type_id is not distinct from e.rent_type_id and b.existing_tenants = e.existing_tenants
  cross join lateral (select case when h.rent_effective_date > $1 then e.rent else coalesce(b.rent, ceil(e.rent / 1.03)) end as was,
    case when h.rent_effective_date > $1 then floor(e.rent * case h.rent_increase_type_id when 3 then 1.03 else 1.035 end) else e.rent end as becomes) a
  where e.property_id = h.property_id and e.units > 0`

/**
 * SQL: sets the expenses of requests on a budget so that the rents must rise by 3.5 percent (domain 14.6).
 */
const expensesSql = `
  update rent_increase_request_header h set operating_expenses = round(r.year_rent * 1.0355 * (1 - h.vacancy_percent / 100)
    - h.debt_service * h.target_coverage - h.reserve_deposits + h.other_income)
  from (select rent_increase_request_header_id as id, 12 * sum(units * current_rent) as year_rent
    from room_rent_increase_request group by 1) r
  where h.rent_increase_type_id = 2 and r.id = h.rent_increase_request_header_id`

/** Returns the documents of submitted requests. */
const getRequestDocuments = async (context: DemoContext): Promise<GeneratedDocument[]> => {
  const result = await context.client.query<{
    id: number
    property: number
    status: number
    at: string
    signed: boolean
  }>(
    `select rent_increase_request_header_id as id, property_id as property, status_id as status, created_at::date::text as at,
      signed_filed is not null as signed from rent_increase_request_header where status_id >= 2 order by 1`,
  )
  const [roll, notice] = documentKinds
  return result.rows.flatMap(({ id, property, at, signed }) =>
    [roll, notice, ...(signed ? [SIGNED_SCHEDULE] : [])].map((kind) => ({
      property_id: property,
      management_company_id: null,
      module_name: increases.module,
      module_id: id,
      sub_module_name: null,
      sub_module_id: null,
      document_type: kind,
      internal_to_agency: false,
      file_name: `${kind}.pdf`,
      created_by: getAnalyst(context),
      created_at: `${at}T15:00:00Z`,
      lines: [`Rent increase RI-${id}`],
    })),
  )
}

/** Loads rent increases in every status, of this year and of earlier ones. */
export default {
  after: ['properties', 'people', 'replacementReserve'],
  load: async ({ client, portfolio, accounts, users, day }) => {
    const companyUserGrants = accounts.find(({ userName }) => userName === 'company.user')?.grants ?? []
    const writableIds = new Set(
      companyUserGrants.flatMap(({ propertyId, write }) => (write ? [propertyId] : [])),
    )
    const raisingProperties = portfolio.properties.filter(raisesRents)
    // The properties for which the company's user may write come first.
    const properties = [
      ...raisingProperties.filter(({ id }) => writableIds.has(id)),
      ...raisingProperties.filter(({ id }) => !writableIds.has(id)),
    ]
    const records = requestPlans.map(({ statusId, yearOffset, type, isOnHold = false }, index) => {
      const { id: propertyId, housingType } = properties[index % PROPERTY_COUNT]!
      const effectiveDate = addYears(getNextJanuary(day), yearOffset)
      const startDay =
        yearOffset === 0 ? addDays(day, -DAYS_OF_REVIEW) : addDays(effectiveDate, -2 * DAYS_OF_REVIEW)
      const savedOn = addDays(startDay, 8)
      const reviewValues =
        statusId >= RequestStatus.REVIEWED
          ? {
              ...checklist,
              worksheet_saved: `${savedOn}T16:00:00Z`,
              tax_credit_saved: `${savedOn}T16:00:00Z`,
            }
          : {}
      const reason =
        statusId === RequestStatus.REJECTED ? 'The rents asked for lie above comparable rents nearby.' : null
      return {
        id: index + 1,
        propertyId,
        steps: getStepsTo(statusId, startDay, getStepTakers(users), reason),
        values: {
          rent_increase_type_id: type ?? (housingType === 'Elderly' ? 3 : 1),
          rent_effective_date: effectiveDate,
          tenants_notified: statusId >= RequestStatus.SUBMITTED,
          tenants_notified_on: statusId >= RequestStatus.SUBMITTED ? addDays(startDay, -5) : null,
          management_company_comments: 'Insurance and taxes have risen.',
          certified: statusId >= RequestStatus.SUBMITTED,
          certification_id: statusId >= RequestStatus.SUBMITTED ? users.get('company.admin') : null,
          budget_required: type === 2,
          on_hold: isOnHold,
          hold_reason: isOnHold ? 'Two findings of the last inspection are still open.' : null,
          conditions: statusId === RequestStatus.APPROVED ? 'Post the new rents at the office.' : null,
          rents_posted:
            statusId === RequestStatus.APPROVED && yearOffset < 0 ? `${effectiveDate}T06:00:00Z` : null,
          signed_filed:
            statusId === RequestStatus.APPROVED && yearOffset < 0
              ? `${addDays(effectiveDate, -20)}T15:00:00Z`
              : null,
          ...Object.fromEntries(
            Object.keys({ ...checklist, worksheet_saved: 0, tax_credit_saved: 0 }).map((name) => [
              name,
              null,
            ]),
          ),
          ...reviewValues,
          ...Object.fromEntries(
            Object.entries(cashFlow).map(([name, value]) => [name, type === 2 ? value : null]),
          ),
          cash_flow_saved: type === 2 ? `${savedOn}T16:00:00Z` : null,
        },
      }
    })
    await loadFiledRecords(client, increases, records)
    await client.query(rentLinesSql, [day])
    await client.query(expensesSql)
  },
  createDocuments: async (context) => storeDocuments(context, await getRequestDocuments(context)),
} satisfies DemoPart
