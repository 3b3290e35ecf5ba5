import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Account, buildChart } from '#core/money/chart/model/index.ts'
import {
  getAnnualStatementSchedule,
  getCarriedLines,
  getIdentity,
  type Part,
  parts,
  type Rows,
  type Sources,
} from '#features/statements/annualStatement/model/schedules/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { loadInBulk } from '../bulkLoading.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type Cell, copyRows } from '../insertRows.ts'
import { getAnnualStatementSources, getSchedules, type ScheduleInput } from './annualStatement/schedules.ts'
import { type DemoStatement, getDemoStatements, loadFiledCompanies } from './annualStatement/statements.ts'

/** The number of the newest years for which the sources of figures are stored. */
const YEARS_WITH_ORIGINS = 2

type Banks = ScheduleInput['banks']
/** SQL: the banks of each property, the last used first. */
const banksSql = `select property_id as "propertyId", jsonb_agg(jsonb_build_object('financialInstitutionId', i.financial_institution_id, 'name', i.name)
  order by k.last_used_on desc) as banks from property_financial_institution k join financial_institution i using (financial_institution_id) group by 1`

/** Returns the empty value of each field of a schedule: null, or false for a required yes/no field. */
function getEmptyValues(part: Part): readonly (false | null)[] {
  const { content, columns } = getAnnualStatementSchedule(part)
  return content.map((name) => (columns[name]?.safeParse(null).success === false ? false : null))
}

const getColumns = (part: Part): string[] => [
  ...['afs_id', 'property_id', 'filed_company_id', 'position', 'origins'],
  ...getAnnualStatementSchedule(part).content.map(snakeCase),
]

/**
 * Returns a function that returns the origin of each amount in a row that was carried from another source.
 */
function getOrigins(part: Part, sources: Sources, demoStatement: DemoStatement) {
  const schedule = getAnnualStatementSchedule(part)
  const linesByIdentity = new Map(
    getCarriedLines(part, sources).map((line) => [getIdentity(schedule, line.values), line]),
  )
  return (row: Rows[Part][number]) => {
    const line = linesByIdentity.get(getIdentity(schedule, row))
    const origin = { by: demoStatement.filer, at: `${demoStatement.startDay}T15:00:00Z` }
    const carriedAmounts = Object.entries(row).filter(
      ([name, value]) => typeof value === 'number' && line?.from[name] && line.values[name] === value,
    )
    return Object.fromEntries(
      carriedAmounts.map(([name]) => [name, { ...origin, carried: line!.from[name] }]),
    )
  }
}

/**
 * The number of statements that are generated before other work, such as reading results of the database,
 * gets a turn.
 */
const STATEMENTS_PER_TURN = 25

async function load(context: DemoContext): Promise<void> {
  const { client } = context
  const statements = await getDemoStatements(context)
  const chart = buildChart(
    (await client.query<Account>('select * from chart_account order by position')).rows,
  )
  const bankRows = (await client.query<{ propertyId: number; banks: Banks }>(banksSql)).rows
  const banksByProperty = new Map(bankRows.map((item) => [item.propertyId, item.banks]))
  const newest = Math.max(...statements.map((demoStatement) => demoStatement.year))
  const previousRows = new Map<number, Rows>()
  const emptyValues = new Map(parts.map((part) => [part, getEmptyValues(part)]))
  const companies = await loadFiledCompanies(client)
  const store = async (lines: Record<Part, Cell[][]>) => {
    for (const part of parts)
      await copyRows(client, getAnnualStatementSchedule(part).table, getColumns(part), lines[part])
  }
  await loadInBulk(
    client,
    parts.map((part) => getAnnualStatementSchedule(part).table),
    async () => {
      // The database stores a year while the next one is generated.
      let pendingWrite: Promise<void> = Promise.resolve()
      for (const year of [...new Set(statements.map((demoStatement) => demoStatement.year))].toSorted()) {
        const lines = Object.fromEntries(parts.map((part) => [part, [] as Cell[][]])) as Record<
          Part,
          Cell[][]
        >
        for (const [place, demoStatement] of statements.filter((each) => each.year === year).entries()) {
          if (place % STATEMENTS_PER_TURN === 0) await yieldToEventLoop()
          const statement: ScheduleInput = {
            ...demoStatement,
            banks: banksByProperty.get(demoStatement.propertyId) ?? [],
          }
          const rows = getSchedules(statement, chart)
          const sources = getAnnualStatementSources(
            statement,
            chart,
            rows,
            previousRows.get(demoStatement.propertyId) ?? null,
          )
          previousRows.set(demoStatement.propertyId, rows)
          for (const part of parts) {
            const origins =
              year > newest - YEARS_WITH_ORIGINS && demoStatement.filer !== null
                ? getOrigins(part, sources, demoStatement)
                : null
            const { content } = getAnnualStatementSchedule(part)
            rows[part].forEach((row, index) => {
              const line: Cell[] = [
                demoStatement.afsId,
                demoStatement.propertyId,
                companies.get(demoStatement.afsId),
                index + 1,
                origins?.(row),
              ]
              for (const [place, name] of content.entries())
                line.push(row[name] ?? emptyValues.get(part)![place])
              lines[part].push(line)
            })
          }
        }
        await pendingWrite
        pendingWrite = store(lines)
        pendingWrite.catch(() => undefined)
      }
      await pendingWrite
    },
  )
}

/** Loads the schedules of every annual statement from the books, in bulk. */
export default { after: ['annualStatement', 'financialInstitutions'], load } satisfies DemoPart
