import { createCentsReader } from '#engines/worksheet/model/index.ts'
import { categoryChart } from '#features/capital/program2013/model/categories.ts'
import {
  computeLevelDebtService,
  computeProgram2013Sums,
} from '#features/capital/program2013/model/figures.ts'
import { records as review } from '#features/capital/program2013/model/records.ts'
import { addDays } from '#kernel/model/dates.ts'
import { toCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween, drawChoice } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type FiledStep, getStepTakers, loadFiledRecords } from '../filedRecords.ts'
import { continueIds, copyRows } from '../insertRows.ts'

/**
 * The number of 2013 records, one per property. They are invented: rents are a part of those in the last
 * budget, or drawn. Expenses are drawn around two thirds of the income. Each record has employees and a
 * first mortgage.
 */
const RECORD_COUNT = 300
/** The number of records that are not approved yet or belong to planned properties. */
const OPEN_RECORD_COUNT = 60

type Property = {
  id: number
  name: string
  number: string | null
  city: string | null
  county: string | null
  zip: string | null
  units: number
  served: number | null
  rents: number | null
  company: number | null
}

/** SQL: properties with a status, those with an approved budget first. */
const propertiesSql = `
  with last as (select distinct on (b.property_id) b.property_id, sum(coalesce(l.approved, l.proposed)) as rents
    from budget b join budget_line l using (budget_id) where b.status_id = 5 and l.code = '5120' group by b.property_id, b.budget_year
    order by b.property_id, b.budget_year desc)
  select p.property_id as id, p.name, coalesce(p.agency_number, n.lihtc_number) as number, p.city, c.name as county, p.zip, p.total_units as units,
    extract(year from p.service_date)::integer as served, last.rents::float8 as rents, p.management_company_id as company
  from property p left join county c using (county_id) left join last using (property_id)
  left join (select distinct on (property_id) property_id, lihtc_number from property_lihtc_number order by property_id, position) n using (property_id)
  where p.total_units >= 12 and p.zip is not null and p.status_id = any ($1) order by last.rents is null, p.property_id limit $2`

/** The shares of the expense categories, in parts of 106. */
const mainExpenseShares = {
  E01: 2,
  E02: 11,
  E03: 14,
  E06: 2,
  E07: 6,
  E08: 8,
  E09: 3,
  E10: 3,
  E12: 3,
  E14: 5,
  E15: 12,
}
const otherExpenseShares = { E16: 1, E17: 12, E18: 4, E19: 3, E23: 13, E25: 4 }

/** Invents the figures of a record: amounts by category in dollars, employees, and the first mortgage. */
function inventFigures({ id, units, rents }: Property) {
  const rent =
    rents === null
      ? drawBetween(`2013 rent ${id}`, 520, 880)
      : Math.max(250, Math.round((rents / units / 12) * 0.8))
  const potential = rent * units * 12
  const takePercent = (percent: number) => Math.round((potential * percent) / 10_000) * 100
  const manager = { type: 'Manager', people: 1, salary: takePercent(8), benefits: takePercent(2) }
  const maintenance = { type: 'Maintenance', people: 1, salary: takePercent(7), benefits: takePercent(1.5) }
  const employees = [manager, maintenance]
  const payroll = employees.reduce((sum, item) => sum + item.people * (item.salary + item.benefits), 0)
  const remaining = Math.round((potential * drawBetween(`2013 costs ${id}`, 40, 46)) / 100)
  const expenses = Object.entries({ ...mainExpenseShares, ...otherExpenseShares }).map(([code, share]) => [
    code,
    Math.round((remaining * share) / 106),
  ])
  const amounts: Record<string, number> = {
    I01: potential,
    I02: units * 150,
    E11: payroll,
    E21: units * 300,
    ...Object.fromEntries(expenses),
  }
  const amount = Math.round((potential * 0.22) / 0.071 / 1000) * 1000
  const terms = { amount, rate: drawChoice(`2013 rate ${id}`, [4.75, 5.25, 5.5, 6]), amortizationMonths: 360 }
  const debt = { ...terms, annualDebtService: computeLevelDebtService(terms)! / 100 }
  const read = createCentsReader(
    categoryChart,
    new Map(Object.entries(amounts).map(([code, dollars]) => [code, toCents(dollars)])),
  )
  return { rent, amounts, employees, debt, totals: computeProgram2013Sums(read, [debt]) }
}

/**
 * Returns the steps of a record to a status. The last is four days before `last`. One in eight of the
 * records in progress was returned.
 */
function getStepsTo(status: number, position: number, { users }: DemoContext, lastDay: string): FiledStep[] {
  const { analyst, manager } = getStepTakers(users)
  const isReturned = status === RequestStatus.NOT_SUBMITTED && position % 8 === 0
  const steps: [string, number | null, number, number][] = [
    ['create', null, 1, analyst],
    ['submit', 1, 2, analyst],
    ...(isReturned ? [['return', 2, 1, manager] as [string, number, number, number]] : []),
    ['review', 2, 4, analyst],
    ['approve', 4, 5, manager],
  ]
  const completedSteps = steps.slice(0, isReturned ? 3 : { 1: 1, 2: 2, 4: 3, 5: 4 }[status])
  return completedSteps.map(([action, from, to, by], index) => ({
    action,
    from,
    to,
    by,
    reason:
      action === 'return'
        ? 'The rents are those before the commitment. Enter the rents that were committed.'
        : null,
    at: `${addDays(lastDay, (index - completedSteps.length) * 4)}T15:00:00Z`,
  }))
}

/** The statuses of open records (numbers of `RequestStatus`), in turn. */
const STATUSES = [1, 1, 2, 4, 2, 5]
const LENDERS = [
  'First State Bank of the Demonstration',
  'Prairie Lending (invented)',
  'Agency first mortgage',
]

type RecordDraft = ReturnType<typeof buildRecord>
/**
 * Builds a record. The first ones are open and belong to planned properties. The others are approved
 * baselines from an import.
 */
function buildRecord(property: Property, index: number, context: DemoContext) {
  const { day } = context
  const isOpen = index < OPEN_RECORD_COUNT
  const status = isOpen ? STATUSES[index % STATUSES.length]! : 5
  const year = isOpen ? Number(day.slice(0, 4)) : Math.max(1990, (property.served ?? 2004) - 2)
  const type = isOpen ? drawChoice(`2013 type ${property.id}`, ['Initial', 'Conditional', 'Firm']) : 'Final'
  const lastDay = isOpen ? addDays(day, -(index % 20)) : `${year}-10-15`
  const figures = inventFigures(property)
  const steps = getStepsTo(status, index, context, lastDay)
  const values = {
    year,
    record_type: type,
    project_number: property.number,
    project_name: property.name,
    city: property.city,
    county: property.county,
    zip: property.zip,
    units: property.units,
    vacancy_percent: 7,
    totals: figures.totals,
    unit_mix: [{ clientKey: 'a', kind: 'Two bedrooms', units: property.units, rent: figures.rent }],
    comments: isOpen ? 'Invented for the demonstration.' : null,
    import_file: isOpen ? null : 'records-2013.csv',
    imported_at: isOpen ? null : steps[0]!.at,
  }
  return { id: index + 1, propertyId: property.id, company: property.company, figures, steps, values }
}

/** The columns that the rows of each list have in common. */
const lineKeyColumns = ['program2013_id', 'property_id', 'filed_company_id']

/**
 * Loads the categories, employees and debts. They get the company of the record here, because the trigger
 * would look it up for each row.
 */
async function loadLines({ client }: DemoContext, records: readonly RecordDraft[]): Promise<void> {
  const tables = ['statement_category_amount', 'program2013_employee_type', 'program2013_debt']
  for (const table of tables) await client.query(`alter table ${table} disable trigger file_line`)
  await copyRows(
    client,
    tables[0]!,
    [...lineKeyColumns, 'code', 'position', 'amount', 'origins'],
    records.flatMap(({ id, propertyId, company, figures, steps }) =>
      Object.entries(figures.amounts).map(([code, amount]) => {
        const origin = { by: steps[0]!.by, at: steps[0]!.at }
        return [id, propertyId, company, code, Number(code.slice(1)), amount, { amount: origin }]
      }),
    ),
  )
  await loadLists(client, records)
  for (const table of tables) {
    await client.query(`alter table ${table} enable trigger file_line`)
    await continueIds(client, table, `${table}_id`)
  }
}

/** Loads the employees and the debts. */
async function loadLists(client: DemoContext['client'], records: readonly RecordDraft[]): Promise<void> {
  await copyRows(
    client,
    'program2013_employee_type',
    [...lineKeyColumns, 'employee_type', 'employees', 'hours', 'salary', 'benefits', 'position'],
    records.flatMap(({ id, propertyId, company, figures }) =>
      figures.employees.map((employee, index) => [
        id,
        propertyId,
        company,
        employee.type,
        employee.people,
        40,
        employee.salary,
        employee.benefits,
        index + 1,
      ]),
    ),
  )
  await copyRows(
    client,
    'program2013_debt',
    [
      ...lineKeyColumns,
      'lender',
      'debt_type',
      'lien',
      'amount',
      'rate',
      'term_months',
      'amortization_months',
      'annual_debt_service',
    ],
    records.map(({ id, propertyId, company, figures: { debt } }) => [
      ...[id, propertyId, company, LENDERS[id % LENDERS.length], 'Permanent', 1, debt.amount, debt.rate, 360],
      ...[debt.amortizationMonths, debt.annualDebtService],
    ]),
  )
}

/**
 * Loads the records: sixty of planned properties in each status, and the approved baselines of active ones.
 */
async function load(context: DemoContext): Promise<void> {
  const loadProperties = async (statuses: readonly number[], maximum: number) =>
    (await context.client.query<Property>(propertiesSql, [statuses, maximum])).rows
  const plannedProperties = await loadProperties([3, 4, 2], OPEN_RECORD_COUNT)
  const activeProperties = await loadProperties([0], RECORD_COUNT - plannedProperties.length)

  const records = [...plannedProperties, ...activeProperties].map((property, index) =>
    buildRecord(property, index, context),
  )
  await loadFiledRecords(context.client, review, records)
  await loadLines(context, records)
}

/** Loads the records of the 2013 program. */
export default { after: ['budget', 'people'], load } satisfies DemoPart
