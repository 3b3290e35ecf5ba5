import { seal } from '#core/portfolio/households/server/index.ts'
import { applications } from '#features/rents/rentGap/model/applications.ts'
import {
  computeMonthlyGap,
  computeRentGapAmount,
  countMonthParts,
  getSpanWithin,
} from '#features/rents/rentGap/model/arithmetic.ts'
import { getQualification } from '#features/rents/rentGap/model/qualification.ts'
import { requiredDocuments } from '#features/rents/rentGap/model/rules.ts'
import { addDays } from '#kernel/model/dates.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type GeneratedDocument, getAnalyst, storeDocuments } from '../documents.ts'
import { type FiledStep, getStepsTo, getStepTakers, loadFiledRecords } from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'

/**
 * The applications: the status (a number of `RequestStatus`), the year relative to the current one, the
 * number of households, and whether the application was returned.
 */
const applicationPlans: readonly {
  statusId: number
  yearOffset: number
  households: number
  isReturned?: true
}[] = [
  { statusId: 1, yearOffset: 0, households: 4, isReturned: true },
  { statusId: 1, yearOffset: 0, households: 2 },
  { statusId: 2, yearOffset: 0, households: 6 },
  { statusId: 2, yearOffset: 0, households: 3 },
  { statusId: 3, yearOffset: 0, households: 8 },
  { statusId: 3, yearOffset: 0, households: 5 },
  { statusId: 4, yearOffset: 0, households: 2 },
  { statusId: 4, yearOffset: 0, households: 12 },
  { statusId: 1, yearOffset: 1, households: 5 },
  ...[5, 6, 5].map((statusId, index) => ({ statusId, yearOffset: 0, households: 4 + index })),
  ...[5, 5, 6, 5].map((statusId, index) => ({ statusId, yearOffset: -1, households: 3 + index })),
]
/** Applications of this year were begun up to this many days ago. */
const DAYS_OF_REVIEW = 40
/** The funds of the year are rounded up to a multiple of this. */
const FUNDS_STEP_DOLLARS = 100

/** The rent of tax-credit units of a property that qualifies, with the limit of the program. */
type QualifyingRent = {
  roomType: number
  rentType: number
  approvedRent: number
  utilityAllowance: number
  programMax: number | null
}

/** SQL: the properties that qualify, which are those with an approved rent increase. */
const qualifyingPropertiesSql = `select property_id as id from rent_increase_request_header where status_id = 5 group by 1 order by 1`

/**
 * SQL: the rents of a property's tax-credit units on a day, with the limit of the program: 30 percent of the
 * 60 percent income limit.
 */
const rentsSql = `
  select e.project_room_type_id as "roomType", e.rent_type_id as "rentType", e.rent::float as "approvedRent",
    e.utility_allowance::float as "utilityAllowance", (select floor((round(low.amount * 1.2) + round(high.amount * 1.2)) / 80)::float
      from income_limit low join income_limit high using (county_id, fiscal_year, percent)
      where low.county_id = p.county_id and low.percent = 50 and low.fiscal_year <= extract(year from $2::date)
        and low.persons = case when o.bedrooms = 0 then 1 else floor(o.bedrooms * 1.5) end
        and high.persons = case when o.bedrooms = 0 then 1 else ceil(o.bedrooms * 1.5) end
      order by low.fiscal_year desc limit 1) as "programMax"
  from rent_in_force($2::date) e join property p using (property_id) join room_type o using (room_type_id)
  where e.property_id = $1 and e.rent_type_id = 5 and e.units > 0 order by 1`

const itemColumns = {
  rent_gap_application_id: 'integer',
  property_id: 'integer',
  position: 'integer',
  unit: 'text',
  project_room_type_id: 'integer',
  rent_type_id: 'integer',
  head_of_household: 'text',
  household_number: 'text',
  move_in_date: 'date',
  move_out_date: 'date',
  tenant_rent: 'numeric',
  approved_rent: 'numeric',
  utility_allowance: 'numeric',
  program_max: 'numeric',
  monthly_gap: 'numeric',
  claimed_amount: 'numeric',
  approved_amount: 'numeric',
  denial_reason: 'text',
}

type Application = (typeof applicationPlans)[number] & {
  id: number
  propertyId: number
  year: number
  begun: string
}

/**
 * Invents the households of an application. Every fifth one moved out within the year. Every third one gets
 * half of its claim when the application is reviewed.
 */
function getItems(
  { id, propertyId, statusId, households, year }: Application,
  availableRents: readonly QualifyingRent[],
) {
  const period = { from: `${year}-01-01`, to: `${year}-12-31` }
  return Array.from({ length: households }, (_, index) => {
    const name = `household ${id} ${index}`
    const rent = availableRents[index % availableRents.length]!
    const tenantRent = sumMoney([rent.approvedRent, -drawBetween(`gap ${name}`, 25, 70)])
    const movedOut = index % 5 === 4 ? `${year}-0${drawBetween(`out ${name}`, 5, 9)}-15` : null
    const span = getSpanWithin(period, null, movedOut)
    const gap = computeMonthlyGap(rent, tenantRent)
    const claimedAmount = span ? computeRentGapAmount(gap, countMonthParts(span)) : 0
    const isReduced = index % 3 === 2
    let approvedAmount = isReduced ? Math.floor(claimedAmount / 2) : claimedAmount
    if (statusId === RequestStatus.REJECTED) approvedAmount = 0
    return {
      rent_gap_application_id: id,
      property_id: propertyId,
      position: index + 1,
      unit: `${String.fromCharCode(65 + (id % 6))}${101 + index}`,
      project_room_type_id: rent.roomType,
      rent_type_id: rent.rentType,
      head_of_household: seal(`Invented household ${id}-${index + 1}`),
      household_number: seal(`H-${id}${String(index + 1).padStart(3, '0')}`),
      move_in_date: `${drawBetween(`in ${name}`, 2012, 2024)}-0${drawBetween(`month ${name}`, 1, 9)}-01`,
      move_out_date: movedOut,
      tenant_rent: tenantRent,
      approved_rent: rent.approvedRent,
      utility_allowance: rent.utilityAllowance,
      program_max: rent.programMax,
      monthly_gap: gap,
      claimed_amount: claimedAmount,
      approved_amount: statusId >= RequestStatus.REVIEWED ? approvedAmount : null,
      denial_reason:
        statusId >= RequestStatus.REVIEWED && approvedAmount < claimedAmount
          ? 'The lease covers half of the period.'
          : null,
    }
  })
}

/** Returns the steps of an application to its status. A returned one was under review before. */
function getFiledSteps(
  { statusId, begun, isReturned }: Application,
  users: DemoContext['users'],
): FiledStep[] {
  const stepTakers = getStepTakers(users)
  if (!isReturned)
    return getStepsTo(
      statusId,
      begun,
      stepTakers,
      statusId === RequestStatus.REJECTED ? 'The leases do not show these rents.' : null,
    )
  const reason = 'The lease of unit B103 is missing.'
  const returnStep = {
    action: 'return',
    from: 3,
    to: 1,
    at: `${addDays(begun, 9)}T15:00:00Z`,
    by: stepTakers.analyst,
    reason,
  }
  return [...getStepsTo(3, begun, stepTakers), returnStep]
}

/** Returns the qualification of a property that meets every condition. */
const getQualificationMet = (propertyId: number) =>
  getQualification({
    propertyId,
    active: true,
    nonComplianceState: null,
    findings: [],
    increaseApproved: true,
    overdue: [],
    onHold: [],
  })

/** Returns the required documents of submitted applications. */
const getApplicationDocuments = async (context: DemoContext): Promise<GeneratedDocument[]> => {
  const result = await context.client.query<{ id: number; property: number; at: string }>(
    `select rent_gap_application_id as id, property_id as property, created_at::date::text as at
      from rent_gap_application where submitted is not null order by 1`,
  )
  return result.rows.flatMap(({ id, property, at }) =>
    requiredDocuments.map((kind) => ({
      property_id: property,
      management_company_id: null,
      module_name: applications.module,
      module_id: id,
      sub_module_name: null,
      sub_module_id: null,
      document_type: kind,
      internal_to_agency: false,
      file_name: `${kind}.pdf`,
      created_by: getAnalyst(context),
      created_at: `${at}T15:00:00Z`,
      lines: [`Rent gap application RG-${id}`],
    })),
  )
}

/** Returns the columns of an application that its steps do not set. */
function getApplicationValues(application: Application, day: string) {
  const isSubmitted = application.statusId > RequestStatus.NOT_SUBMITTED
  return {
    assistance_year: application.year,
    period_start: `${application.year}-01-01`,
    period_end: `${application.year}-12-31`,
    payee: 'Owner of the property',
    company_comments: 'The tenants of before 2025 keep their rents.',
    certified: isSubmitted,
    adjusted_resubmit_date: application.isReturned ? addDays(day, 9) : null,
    qualification_at_submit: isSubmitted ? getQualificationMet(application.propertyId) : null,
  }
}

/**
 * Loads rent gap applications in every status, of three years. The funds of the current year do not cover
 * one of the applications, which is on the waiting list.
 */
export default {
  after: ['rentIncrease'],
  load: async ({ client, users, day }) => {
    const properties = (await client.query<{ id: number }>(qualifyingPropertiesSql)).rows
    const thisYear = Number(day.slice(0, 4))
    const createdApplications: { application: Application; items: ReturnType<typeof getItems> }[] = []
    for (const [index, entry] of applicationPlans.entries()) {
      const propertyId = properties[index % Math.max(1, properties.length)]?.id
      if (propertyId === undefined) return
      const year = thisYear + entry.yearOffset
      const age =
        entry.yearOffset < 0 ? `${year}-09-${10 + (index % 9)}` : addDays(day, -DAYS_OF_REVIEW + (index % 20))
      const application = { ...entry, id: index + 1, propertyId, year, begun: age }
      const availableRents = (await client.query<QualifyingRent>(rentsSql, [propertyId, `${year}-01-01`]))
        .rows
      if (availableRents.length > 0)
        createdApplications.push({ application, items: getItems(application, availableRents) })
    }
    const records = createdApplications.map(({ application }) => ({
      id: application.id,
      propertyId: application.propertyId,
      steps: getFiledSteps(application, users),
      values: getApplicationValues(application, day),
    }))
    await loadFiledRecords(client, applications, records)
    await insertRows(
      client,
      'rent_gap_item',
      itemColumns,
      createdApplications.flatMap(({ items }) => items),
    )
    const getApprovedSums = (statusId: number) =>
      createdApplications
        .filter(({ application }) => application.statusId === statusId && application.yearOffset === 0)
        .map(({ items }) => sumMoney(items.map((item) => item.approved_amount)))
    // The funds cover the approved applications and half of the reviewed ones, so that one of these has to
    // wait.
    const funds = sumMoney([...getApprovedSums(5), ...getApprovedSums(4).map((amount) => amount / 2)])
    await client.query(
      `insert into setting (key, value, effective_from) values ('rent_gap_funds', $1::jsonb, $2)
        on conflict (key, effective_from) do nothing`,
      [String(Math.ceil(funds / FUNDS_STEP_DOLLARS) * FUNDS_STEP_DOLLARS), `${thisYear}-01-01`],
    )
  },
  createDocuments: async (context) => storeDocuments(context, await getApplicationDocuments(context)),
} satisfies DemoPart
