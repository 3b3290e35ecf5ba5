import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { drawBetween, drawChoice, hash } from '../../chance.ts'
import type { DemoContext } from '../../demoPart.ts'
import type { Property } from '../../types.ts'
import { type Books, getAnnualStatementBooks, type YearBooks } from './books.ts'
import { addFault, type Fault, faults } from './faults.ts'
import { getAnnualStatementInput } from './inputs.ts'

/** A statement of the demonstration: its status, its figures, and the books of the property. */
export type DemoStatement = {
  afsId: number
  propertyId: number
  year: number
  statusId: number
  /** Whether the agency returned it for correction. */
  isReturned: boolean
  fault: Fault | null
  /** The day on which it was begun. */
  startDay: string
  submitted: string | null
  /** The id of the user who filed it. Null for companies without user accounts. */
  filer: number | null
  ownerName: string
  companyName: string | null
  units: number
  /** The amounts that were filed, in cents by account, with the fault if there is one. */
  amounts: Readonly<Record<string, number>>
  books: YearBooks
  prior: YearBooks | null
  credits: Books['credits']
}

/**
 * A property that files statements, with its tasks by year. `own` properties belong to the company accounts.
 */
type Filing = {
  propertyId: number
  own: boolean
  company: string | null
  place: number | null
  tasks: Record<string, { statusId: number; submitted: string | null }> | null
}

/**
 * SQL: the properties that file statements, with their tasks by year. `place` numbers the properties of the
 * company accounts.
 */
const filingsSql = `
  select p.property_id as "propertyId", p.management_company_id = u.management_company_id as own, c.name as company,
    case when p.management_company_id = u.management_company_id then row_number() over (partition by p.management_company_id = u.management_company_id order by p.property_id) end::integer as place,
    (select jsonb_object_agg(extract(year from i.period_end), jsonb_build_object('statusId', i.status_id, 'submitted', i.submitted))
      from task_instance i where i.property_id = p.property_id and i.task_type_id = ${TaskType.AFS}) as tasks
  from property p join app_user u on u.user_id = $1 left join management_company c on c.management_company_id = p.management_company_id
  where exists (select from task_schedule s where s.property_id = p.property_id and s.task_type_id = ${TaskType.AFS}) order by p.property_id`

/** SQL: the approved or else the proposed amounts of each budget, by property, year and account. */
const budgetsSql = `
  select b.property_id as "propertyId", jsonb_object_agg(b.budget_year, b.lines) as years
  from (select b.property_id, b.budget_year, jsonb_object_agg(l.code, coalesce(l.approved, l.proposed)) as lines
    from budget b join budget_line l using (budget_id) where coalesce(l.approved, l.proposed) is not null group by b.budget_id) b group by 1`

/** The statuses of the newest statements of the company accounts, which include every status. */
const exampleStatuses: readonly (readonly [statusId: number, isReturned: boolean, fault: Fault | null])[] = [
  [1, false, 'unbalanced'],
  [1, false, null],
  [1, true, 'reserve'],
  [2, false, null],
  [3, false, null],
  [4, false, null],
  [5, false, null],
  [6, false, 'deposits'],
  [1, true, 'signTurned'],
  [2, false, null],
  [5, false, 'deposits'],
]

/** Whether a statement was closed in non-compliance, and accepted after its findings were cured. */
export const isCleared = ({ statusId, fault }: Pick<DemoStatement, 'statusId' | 'fault'>): boolean =>
  statusId === RequestStatus.APPROVED && fault !== null
/** The days from the closing in non-compliance to the acceptance. */
export const CURE_DAYS = 24

/**
 * Returns the status of a statement. The newest ones of the company accounts are examples of every status,
 * others have the status of their task, and statements from before the tasks are accepted.
 */
function getFilingState({ propertyId, place, own, tasks }: Filing, year: number, newest: boolean) {
  const name = `statement ${propertyId} ${year}`
  const task = tasks?.[year]
  const exampleStatus = newest && place !== null ? exampleStatuses[place - 1] : undefined
  if (exampleStatus)
    return { statusId: exampleStatus[0], isReturned: exampleStatus[1], fault: exampleStatus[2], task }
  const buildState = (statusId: number | null, fault: Fault | null = null) => ({
    statusId,
    isReturned: false,
    fault,
    task,
  })
  if (!task) return buildState(5)
  if (task.statusId > RequestStatus.NOT_SUBMITTED)
    return buildState(
      task.statusId === RequestStatus.SUBMITTED
        ? drawChoice(`stage ${name}`, [2, 2, 2, 3, 3, 4])
        : task.statusId,
    )
  // Some statements are drafts, but not before they are due.
  return buildState(own && hash(name) % 3 === 0 ? 1 : null, drawChoice(`fault ${name}`, [null, ...faults]))
}

const statementsByPortfolio = new WeakMap<object, Promise<DemoStatement[]>>()

/**
 * Returns every statement of the demonstration with its books, the oldest first. They are computed once per
 * load, after budgets and tasks are loaded.
 */
export function getDemoStatements(context: DemoContext): Promise<DemoStatement[]> {
  const statements = statementsByPortfolio.get(context.portfolio) ?? buildStatements(context)
  statementsByPortfolio.set(context.portfolio, statements)
  return statements
}

/**
 * Loads the company that filed each statement, as the database set it. Rows that are inserted with COPY need
 * it.
 */
export async function loadFiledCompanies(
  client: DemoContext['client'],
): Promise<ReadonlyMap<number, number | null>> {
  const filedRows = await client.query<[number, number | null]>({
    text: 'select afs_id, filed_company_id from annual_statement',
    rowMode: 'array',
  })
  return new Map(filedRows.rows)
}

/**
 * Returns the time at which a statement was submitted, from its task or some weeks after its year. Null if
 * it was not submitted.
 */
function getSubmittedAt(
  { propertyId }: Filing,
  { year, periodEnd }: YearBooks,
  filingState: ReturnType<typeof getFilingState>,
  day: string,
): string | null {
  const { statusId, isReturned, task } = filingState
  if ((statusId ?? 1) < RequestStatus.SUBMITTED && !isReturned) return null
  if (task?.submitted) return new Date(task.submitted).toISOString()
  const usualDay = addDays(periodEnd, drawBetween(`filed ${propertyId} ${year}`, 60, 88))
  return `${[usualDay, day].toSorted()[0]}T15:00:00Z`
}

/** Builds the statements of a property, one from each year of its books. */
function buildPropertyStatements(
  filing: Filing,
  property: Property,
  { years, credits }: Books,
  filer: number,
  day: string,
): DemoStatement[] {
  return years.flatMap((books, index): DemoStatement[] => {
    const filingState = getFilingState(filing, books.year, index === years.length - 1)
    const { statusId, isReturned, fault } = filingState
    if (statusId === null) return []
    const submittedAt = getSubmittedAt(filing, books, filingState, day)
    return [
      {
        afsId: 0,
        propertyId: filing.propertyId,
        year: books.year,
        statusId,
        isReturned,
        fault,
        books,
        credits,
        submitted: submittedAt,
        startDay: addDays(submittedAt?.slice(0, 10) ?? day, -12),
        filer: filing.own ? filer : null,
        ownerName: property.ownerName ?? 'Demo Owner LP',
        companyName: filing.company,
        units: property.totalUnits,
        prior: years[index - 1] ?? null,
        // Accepted statements were corrected first.
        amounts:
          fault && (statusId === RequestStatus.NOT_SUBMITTED || statusId === RequestStatus.REJECTED)
            ? addFault(books, fault)
            : books.amounts,
      },
    ]
  })
}

/** The budgets of a property: amounts in dollars by account and year. */
type BudgetRow = { propertyId: number; years: Record<string, Record<string, number>> }

/** Builds the statements of all properties that file them, in order of year and property. */
async function buildStatements({ client, portfolio, users, day }: DemoContext): Promise<DemoStatement[]> {
  const filer = users.get('company.admin') ?? 1
  const filings = (await client.query<Filing>(filingsSql, [filer])).rows
  const budgetRows = (await client.query<BudgetRow>(budgetsSql)).rows
  const planByProperty = new Map(
    budgetRows.map(({ propertyId, years }) => [
      propertyId,
      new Map(Object.entries(years).map(([year, lines]) => [Number(year), lines])),
    ]),
  )
  const byId = new Map(portfolio.properties.map((property) => [property.id, property]))
  return filings
    .flatMap((filing) => {
      const property = byId.get(filing.propertyId)
      if (!property) return []
      const books = getAnnualStatementBooks(
        getAnnualStatementInput(property, planByProperty.get(filing.propertyId) ?? new Map()),
        day,
      )
      return buildPropertyStatements(filing, property, books, filer, day)
    })
    .sort((a, b) => a.year - b.year || a.propertyId - b.propertyId)
    .map((demoStatement, index) => ({ ...demoStatement, afsId: index + 1 }))
}
