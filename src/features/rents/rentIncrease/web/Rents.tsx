import { Fragment, type ReactNode } from 'react'
import { computePercentIncrease } from '../model/arithmetic.ts'
import { type Row, sumMonthlyRents } from '../model/rows.ts'
import { formatAmount, formatPercent, formatSignedAmount, formatWholeDollars } from './figures.ts'
import { LimitBar } from './LimitBar.tsx'
import styles from './rents.module.css'
import type { CompareWithMarket, MarketRent } from './useMarket.ts'

/** A row of the table of rents: its figures, and the inputs that replace some of them. */
export type RentLine = {
  key: string
  row: Row
  /** The requested rent. */
  asked: number | null
  becomes: number | null
  gross: number | null
  market: MarketRent | null
  cells?: {
    asked?: ReactNode
    becomes?: ReactNode
    allowance?: ReactNode
    tenants?: ReactNode
    income?: ReactNode
  }
  /** Content below the row, such as the reason for a lower rent. */
  below?: ReactNode
}

/**
 * Builds the line of {@link RentsTable} for a row. `becomes` is the resulting rent, new or approved;
 * `getMarket` compares it with the market.
 */
export function buildRentLine(
  row: Row,
  key: string,
  requestedRent: number | null,
  becomes: number | null,
  getMarket: CompareWithMarket,
) {
  const gross =
    becomes === null || row.allowance === null ? null : Math.round((becomes + row.allowance) * 100) / 100
  return {
    key,
    row,
    asked: requestedRent,
    becomes,
    gross,
    market: getMarket(becomes, row.bedrooms),
  } satisfies RentLine
}

type RentsProps = {
  lines: readonly RentLine[]
  /** The heading of the resulting rent: New, Approved. */
  becoming: string
  cap: number
  /** Content in the head of the table: keys, tools. */
  children?: ReactNode
}

/**
 * The table of a request's rents with their totals: the requested and the resulting rent, its limit, and
 * its share of the market rent.
 */
export function RentsTable({ lines, becoming, cap, children }: RentsProps) {
  const tenants = lines.some(({ cells }) => cells?.tenants)
  const income = lines.some(({ cells }) => cells?.income)
  return (
    <section aria-label="Rents" className={styles.part} id="rents">
      <div className={styles.head}>
        <h2>Rents</h2>
        <span className={styles.quiet}>dollars a month</span>
        {children && <div className={styles.tools}>{children}</div>}
      </div>
      <div className={styles.scroll}>
        <table className={styles.rents}>
          <caption className="visually-hidden">Rents</caption>
          <Head becoming={becoming} tenants={tenants} income={income} />
          <tbody>
            {lines.map((line) => (
              <Fragment key={line.key}>
                <RentRow line={line} tenants={tenants} income={income} />
                {line.below && (
                  <tr className={styles.below}>
                    <td colSpan={13 + Number(tenants) + Number(income)}>{line.below}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
          <Totals lines={lines} cap={cap} before={Number(tenants)} between={Number(income)} />
        </table>
      </div>
    </section>
  )
}

const Head = ({ becoming, tenants, income }: { becoming: string; tenants: boolean; income: boolean }) => (
  <thead>
    <tr>
      <th scope="col">Unit and rent type</th>
      <th scope="col">Units</th>
      {tenants && <th scope="col">Tenants</th>}
      <th scope="col">Current</th>
      <th scope="col">Asked</th>
      <th scope="col">{becoming}</th>
      <th scope="col" data-lesser>
        + $
      </th>
      <th scope="col">+ %</th>
      {income && (
        <th scope="col" data-lesser>
          AMI %
        </th>
      )}
      <th scope="col">UA</th>
      <th scope="col">Gross</th>
      <th scope="col">Limit</th>
      <th scope="col" data-text>
        Part of the limit
      </th>
      <th scope="col">Market</th>
      <th scope="col">Of it</th>
    </tr>
  </thead>
)

function RentRow({ line, tenants, income }: { line: RentLine; tenants: boolean; income: boolean }) {
  const { row, asked: requestedRent, becomes, gross, market, cells = {} } = line
  const [unit, ...program] = row.label.split(', ')
  const raised = row.isNew || becomes === null || row.current === null ? null : becomes - row.current
  const percent = raised === null || !row.current ? null : computePercentIncrease(row.current, becomes ?? 0)
  return (
    <tr>
      <th scope="row" title={row.label}>
        <strong>{unit}</strong> {program.join(', ')}
      </th>
      <td>{row.units}</td>
      {tenants && <td>{cells.tenants}</td>}
      <td className={styles.quiet}>{row.isNew ? 'New' : formatAmount(row.current)}</td>
      <td>{cells.asked ?? formatAmount(requestedRent)}</td>
      <td>{cells.becomes ?? <strong>{formatAmount(becomes)}</strong>}</td>
      <td data-lesser>{formatSignedAmount(raised)}</td>
      <td>{formatPercent(percent)}</td>
      {income && <td data-lesser>{cells.income}</td>}
      <td className={styles.quiet}>{cells.allowance ?? formatAmount(row.allowance)}</td>
      <td>{formatAmount(gross)}</td>
      <td>{typeof row.limit === 'number' ? formatAmount(row.limit) : row.limit === 'none' ? 'None' : ''}</td>
      <td data-text>
        <LimitBar now={row.currentGross} next={gross} limit={row.limit} allowance={row.allowance} />
      </td>
      <td>{market && formatAmount(Math.round(market.average))}</td>
      <td>{market && <Share market={market} />}</td>
    </tr>
  )
}

const Share = ({ market: { percent, tone, flag } }: { market: MarketRent }) => (
  <span className={styles.share} data-tone={tone} title={flag}>
    {percent.toFixed(1)}%<span className="visually-hidden">, {flag.toLowerCase()}</span>
  </span>
)

type TotalsProps = Pick<RentsProps, 'lines' | 'cap'> & { before: number; between: number }

function Totals({ lines, cap, before, between }: TotalsProps) {
  const { units, current, asked: requestedTotal, becoming, percent, highest } = computeMonthlyTotals(lines)
  const compared = lines.filter(({ market }) => market)
  const above = compared.filter(({ market }) => market?.tone === 'red').length
  const over = lines.filter(
    ({ row, gross }) => typeof row.limit === 'number' && (gross ?? 0) > row.limit,
  ).length
  return (
    <tfoot>
      <tr>
        <th scope="row">All units</th>
        <td>{units}</td>
        {before > 0 && <td />}
        <td>{formatAmount(current)}</td>
        <td>{formatAmount(requestedTotal)}</td>
        <td>{formatAmount(becoming)}</td>
        <td data-lesser>{formatSignedAmount(Math.round((becoming - current) * 100) / 100)}</td>
        <td>{formatPercent(percent)}</td>
        {between > 0 && <td data-lesser />}
        <td colSpan={4} className={styles.note}>
          {`${formatSignedAmount(Math.round((becoming - current) * 12))} a year; cap ${cap}% a row, highest ${formatPercent(highest) || 'none'}`}
          {over > 0 && <span className={styles.fault}>{`; ${over} over the limit`}</span>}
        </td>
        <td colSpan={2} className={above > 0 ? styles.fault : styles.fine}>
          {compared.length === 0 ? '' : above > 0 ? `${above} above` : 'none above'}
        </td>
      </tr>
    </tfoot>
  )
}

/**
 * Returns the monthly totals of the rents. New rows count only in the units, since they have no current
 * rent.
 */
export function computeMonthlyTotals(lines: readonly RentLine[]) {
  const old = lines.filter(({ row }) => !row.isNew)
  const sumMonthly = (rentLines: readonly RentLine[], read: (line: RentLine) => number | null) =>
    sumMonthlyRents(
      rentLines.map((line) => ({ units: line.row.units, current: read(line) })),
      (item) => item.current,
    )
  const [current, becoming] = [
    sumMonthly(old, ({ row }) => row.current),
    sumMonthly(old, (line) => line.becomes ?? line.row.current),
  ]
  const rowPercents = old.flatMap(({ row, becomes }) =>
    row.current && becomes !== null ? (computePercentIncrease(row.current, becomes) ?? []) : [],
  )
  return {
    units: lines.reduce((sum, { row }) => sum + row.units, 0),
    current,
    asked: sumMonthly(old, (line) => line.asked ?? line.row.current),
    becoming,
    percent: computePercentIncrease(current, becoming),
    highest: rowPercents.length > 0 ? Math.max(...rowPercents) : null,
  }
}

/**
 * The key figures in a line: rents a month, increase, smallest distance below a limit, highest share of the
 * market rent.
 */
export function RentFigures({ lines }: { lines: readonly RentLine[] }) {
  const { current, becoming, percent } = computeMonthlyTotals(lines)
  const margins = lines.flatMap(({ row, gross }) =>
    typeof row.limit === 'number' && gross !== null ? [row.limit - gross] : [],
  )
  const smallestMargin = margins.length > 0 ? Math.min(...margins) : null
  const highest = lines.reduce<MarketRent | null>(
    (marketRent, { market }) => (market && market.percent > (marketRent?.percent ?? 0) ? market : marketRent),
    null,
  )
  const below =
    smallestMargin === null
      ? '–'
      : smallestMargin < 0
        ? `${formatWholeDollars(-smallestMargin)} over`
        : formatWholeDollars(smallestMargin)
  const facts: readonly { label: string; value: string; tone?: string | undefined }[] = [
    { label: 'Rents a month', value: `${formatWholeDollars(current)} → ${formatWholeDollars(becoming)}` },
    { label: 'Increase', value: formatPercent(percent) || '–' },
    {
      label: 'Least below a limit',
      value: below,
      tone: smallestMargin === null ? undefined : smallestMargin < 0 ? 'red' : 'green',
    },
    {
      label: 'Highest of market',
      value: highest ? `${highest.percent.toFixed(1)}%` : '–',
      tone: highest?.tone,
    },
  ]
  return (
    <dl className={styles.figures}>
      {facts.map(({ label, value, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-tone={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
