import { setImmediate as turn } from 'node:timers/promises'
import { type Account, chartOf } from '#ground/chart/model/index.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import {
  carriedLines,
  identityOf,
  type Part,
  parts,
  type Rows,
  type Sources,
  scheduleOf,
} from '#modules/annualStatement/model/schedules/index.ts'
import { inBulk } from '../bulk.ts'
import type { DemoContext, DemoPart } from '../part.ts'
import { type Of, schedulesOf, sourcesOf } from './annualStatement/schedules.ts'
import { type DemoStatement, demoStatements } from './annualStatement/statements.ts'

/** Of how many of the newest years the portal tells where figures came from. */
const TOLD_YEARS = 2

/** The column of a field; asked for hundreds of thousands of cells. */
const columns = new Map<string, string>()
function columnOf(name: string): string {
  const known = columns.get(name) ?? snakeCase(name)
  columns.set(name, known)
  return known
}

type Banks = Of['banks']
const banksUsed = `select property_id as "propertyId", jsonb_agg(jsonb_build_object('financialInstitutionId', i.financial_institution_id, 'name', i.name)
  order by k.last_used_on desc) as banks from property_financial_institution k join financial_institution i using (financial_institution_id) group by 1`

/** Lines of a year into their table, in one statement. */
const insert = (part: Part) => {
  const { table, content } = scheduleOf(part)
  const columns = ['afs_id', 'property_id', 'filed_company_id', 'position', ...content.map(snakeCase), 'origins']
  const flags = new Set(
    Object.entries(scheduleOf(part).columns).flatMap(([name, field]) =>
      field.safeParse(null).success ? [] : [snakeCase(name)],
    ),
  )
  const listed = columns.map((name) => {
    if (name === 'filed_company_id') return 'a.filed_company_id'
    return flags.has(name) ? `coalesce(r.${name}, false)` : `r.${name}`
  })
  return `insert into ${table} (${columns.join(', ')}) select ${listed.join(', ')}
    from json_populate_recordset(null::${table}, $1::json) r join annual_statement a on a.afs_id = r.afs_id`
}

/** What of a line was carried from its source, and what was typed, by the person who began the statement. */
function originsOf(part: Part, sources: Sources, one: DemoStatement) {
  const schedule = scheduleOf(part)
  const known = new Map(carriedLines(part, sources).map((line) => [identityOf(schedule, line.values), line]))
  return (row: Rows[Part][number]) => {
    const line = known.get(identityOf(schedule, row))
    const made = { by: one.filer, at: `${one.begun}T15:00:00Z` }
    const money = Object.entries(row).filter(
      ([name, value]) => typeof value === 'number' && line?.from[name] && line.values[name] === value,
    )
    return Object.fromEntries(money.map(([name]) => [name, { ...made, carried: line!.from[name] }]))
  }
}

/** So many statements are made before the database is heard again. */
const AT_ONCE = 25

async function load(context: DemoContext): Promise<void> {
  const { client } = context
  const every = await demoStatements(context)
  const chart = chartOf((await client.query<Account>('select * from chart_account order by position')).rows)
  const used = (await client.query<{ propertyId: number; banks: Banks }>(banksUsed)).rows
  const banksOf = new Map(used.map((one) => [one.propertyId, one.banks]))
  const newest = Math.max(...every.map((one) => one.year))
  const before = new Map<number, Rows>()
  const store = async (lines: Record<Part, object[]>) => {
    for (const part of parts) await client.query(insert(part), [JSON.stringify(lines[part])])
  }
  await inBulk(
    client,
    parts.map((part) => scheduleOf(part).table),
    async () => {
      // The database stores a year while the next one is made.
      let stored: Promise<void> = Promise.resolve()
      for (const year of [...new Set(every.map((one) => one.year))].toSorted()) {
        const lines = Object.fromEntries(parts.map((part) => [part, [] as object[]])) as Record<Part, object[]>
        for (const [place, one] of every.filter((each) => each.year === year).entries()) {
          if (place % AT_ONCE === 0) await turn()
          const of: Of = { ...one, banks: banksOf.get(one.propertyId) ?? [] }
          const rows = schedulesOf(of, chart)
          const sources = sourcesOf(of, chart, rows, before.get(one.propertyId) ?? null)
          before.set(one.propertyId, rows)
          for (const part of parts) {
            const origins = year > newest - TOLD_YEARS && one.filer !== null ? originsOf(part, sources, one) : null
            rows[part].forEach((row, at) => {
              const own: Record<string, unknown> = {}
              for (const name in row) own[columnOf(name)] = row[name]
              lines[part].push({
                ...own,
                afs_id: one.afsId,
                property_id: one.propertyId,
                position: at + 1,
                origins: origins?.(row) ?? null,
              })
            })
          }
        }
        await stored
        stored = store(lines)
        stored.catch(() => undefined)
      }
      await stored
    },
  )
}

/** The schedules of every annual statement, as the books say them; loaded in bulk. */
export default { after: ['annualStatement', 'financialInstitutions'], load } satisfies DemoPart
