import { type Account, buildChart, type Chart } from '#core/money/chart/model/index.ts'
import { createCentsReader, type ReadCents } from './compute.ts'
import { computeStatementCents } from './figures.ts'

/** A line from the server, or a row of the form, which has its code as its key. */
export type AnyFigures = { code?: string; clientKey?: string | null; note?: string | null } & Record<
  string,
  unknown
>
/** Returns the account code of a line. */
export const getLineCode = (line: AnyFigures): string => line.code ?? line.clientKey ?? ''

type Accounts = { accounts: readonly Account[] }
const charts = new WeakMap<readonly Account[], Chart>()
/** Returns the chart of a record; it is created only once for the same accounts. */
export function getRecordChart({ accounts }: Accounts): Chart {
  const chart = charts.get(accounts) ?? buildChart(accounts)
  charts.set(accounts, chart)
  return chart
}

/** Returns the accounts whose figures are entered, in the order of the worksheet. */
export const getTypedAccounts = ({ accounts }: Accounts): Account[] =>
  accounts.filter((account) => account.formula === null)

/** Returns the function that reads a figure of a column by account code, in cents, with totals computed. */
export const createColumnReader = (
  chart: Chart,
  lines: readonly AnyFigures[],
  column = 'amount',
): ReadCents =>
  createCentsReader(
    chart,
    computeStatementCents(
      lines.map((line) => ({ ...line, code: getLineCode(line) })),
      column,
    ),
  )
