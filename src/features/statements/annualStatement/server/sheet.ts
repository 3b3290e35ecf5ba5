import { sql } from 'kysely'
import { buildChart } from '#core/money/chart/model/index.ts'
import { accountsSql } from '#core/money/chart/server/index.ts'
import { type FactSheetPart, formatDaySql } from '#core/portfolio/factSheet/server/index.ts'
import { createCentsReader } from '#engines/worksheet/model/index.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { facts } from '../model/facts.ts'
import { amountsSql, chartStatements } from './figures.ts'

type Account = Parameters<typeof buildChart>[0][number]
type FigureYear = {
  year: number
  received: string | null
  amounts: Record<string, number>
  accounts: Account[]
}

/** The totals of operating cost, without debt (domain 8.3). */
const operatingTotals = ['6263T', '6400T', '6500T', '6700T']

const factLine = (label: string, value: string) => ({ cells: [label, value], alert: false })

function getOperations({ year, received, amounts, accounts }: FigureYear) {
  const draft = new Map(Object.entries(amounts).map(([code, amount]) => [code, toCents(amount)]))
  const read = createCentsReader(buildChart(accounts), draft)
  const cost = operatingTotals.reduce((sum, code) => sum + read(code), 0)
  const dollars = (cents: number) => formatMoney(fromCents(cents), { whole: true })
  return [
    factLine('Fiscal year', String(year)),
    factLine('Revenue', dollars(read('5000T'))),
    factLine('Operating cost', dollars(cost)),
    factLine('Net operating', dollars(read('5000T') - cost)),
    factLine('Net income', dollars(read('3250'))),
    ...(received ? [factLine('Statement', `received ${received}`)] : []),
  ]
}

/** The part of the property's fact sheet with figures of the last filed statement. */
export const operationsPart: FactSheetPart = {
  title: 'Operations',
  place: 'right',
  order: 20,
  maxRows: 6,
  permission: facts.permission,
  columns: [
    { label: '', kind: 'text' },
    { label: '', kind: 'text' },
  ],
  rows: ({ propertyId }) => sql`select jsonb_build_array(jsonb_build_object('year', a.year, 'received',
    ${formatDaySql(agencyDay(sql`a.submitted`))},
      'amounts', ${amountsSql(sql`a.afs_id`)}, 'accounts', (${accountsSql(sql`a.year`, chartStatements)}))),
      false
    from annual_statement a where a.property_id = ${propertyId} and ${statusIs.filed('a')}
    order by a.year desc limit 1`,
  transformRows: (rows) =>
    rows.flatMap(({ cells: [figures] }) => getOperations(figures as unknown as FigureYear)),
}
