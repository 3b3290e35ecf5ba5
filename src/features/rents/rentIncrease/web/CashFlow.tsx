import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { ReviewValues } from '#engines/review/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import {
  computeCoverage,
  computePercentIncrease,
  computeRequiredRent,
  describeRequiredRent,
  type CashFlow as Flow,
  RentIncreaseType,
  recommendPercent,
} from '../model/arithmetic.ts'
import type { RentIncrease } from '../model/entities.ts'
import { cashFlowFields, cashFlowNames, getCashFlowLabel } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { formatAmount, formatPercent } from './figures.ts'
import { RentCell } from './RentCell.tsx'
import { computeMonthlyTotals, type RentLine } from './Rents.tsx'
import styles from './rents.module.css'

const schema = z.object(cashFlowFields)
type FlowInput = Readonly<Record<keyof Flow, number | null>>

/** Returns the typed cash flow with all six figures; null while one is missing or out of range. */
const getFlow = (flowInput: FlowInput): Flow | null =>
  cashFlowNames.some((name) => flowInput[name] === null) || !schema.safeParse(flowInput).success
    ? null
    : (flowInput as Flow)

type CashFlowProps = { detail: Detail; lines: readonly RentLine[] }

/**
 * The section with the cash flow while the reviewer enters it: how the rents change the debt coverage
 * (domain 14.6).
 */
export function CashFlow({ detail, lines }: CashFlowProps) {
  const { form } = useFormParts<ReviewValues<typeof RentIncrease>>()
  const values = useWatch({ control: form.control, name: cashFlowNames })
  const flowInput = Object.fromEntries(
    cashFlowNames.map((name, index) => [name, values[index] ?? null]),
  ) as FlowInput
  return (
    <Frame detail={detail}>
      <tbody>
        <tr>
          <th scope="row">Costs and income a year</th>
          <td />
          {cashFlowNames.map((name) => (
            <td key={name}>
              <RentCell path={name} label={getCashFlowLabel(name)} />
            </td>
          ))}
        </tr>
      </tbody>
      <CoverageRows detail={detail} lines={lines} flow={getFlow(flowInput)} />
    </Frame>
  )
}

/** The section with the stored cash flow, read only. Nothing if costs are missing. */
export function FiledCashFlow({ detail, lines }: CashFlowProps) {
  const flow = getFlow(detail as FlowInput)
  if (!flow) return null
  return (
    <Frame detail={detail}>
      <tbody>
        <tr>
          <th scope="row">Costs and income a year</th>
          <td />
          {cashFlowNames.map((name) => (
            <td key={name}>{formatAmount(flow[name])}</td>
          ))}
        </tr>
      </tbody>
      <CoverageRows detail={detail} lines={lines} flow={flow} />
    </Frame>
  )
}

function Frame({ detail, children }: { detail: Detail; children: ReactNode }) {
  const needed = detail.rentIncreaseTypeId === RentIncreaseType.Budget
  return (
    <section aria-label="Cash flow" className={styles.part} id="cash-flow">
      <div className={styles.head}>
        <h2>Cash flow</h2>
        <span className={styles.quiet}>
          effect of the rents on coverage
          {needed ? '; an increase on a budget needs all six figures' : '; optional'}
        </span>
      </div>
      <div className={styles.scroll}>
        <table className={styles.rents}>
          <caption className="visually-hidden">Cash flow</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Year</span>
              </th>
              <th scope="col">Gross potential</th>
              {cashFlowNames.map((name) => (
                <th scope="col" key={name} data-wrap>
                  {getCashFlowLabel(name)}
                </th>
              ))}
              <th scope="col">Coverage</th>
            </tr>
          </thead>
          {children}
        </table>
      </div>
    </section>
  )
}

function CoverageRows({ detail, lines, flow }: CashFlowProps & { flow: Flow | null }) {
  const { current, becoming } = computeMonthlyTotals(lines)
  const rows = [
    { label: 'Rents of today', yearly: current * 12 },
    { label: 'With these rents', yearly: becoming * 12 },
  ]
  const needed = flow && computeRequiredRent(flow)
  const percent = needed === null ? null : computePercentIncrease(current * 12, needed)
  const cap = detail.caps.maxRentIncreasePercent
  return (
    <>
      <tbody>
        {rows.map(({ label, yearly }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatAmount(yearly)}</td>
            <td colSpan={cashFlowNames.length} />
            <td>
              <strong>{flow ? (computeCoverage(yearly, flow)?.toFixed(2) ?? 'No debt') : '–'}</strong>
            </td>
          </tr>
        ))}
      </tbody>
      {flow && needed !== null && (
        <tfoot>
          <tr>
            <th scope="row">Needed</th>
            <td>{formatAmount(needed)}</td>
            <td
              colSpan={cashFlowNames.length + 1}
              className={styles.note}
              title={`Needed: ${describeRequiredRent(flow)}`}
            >
              {percent === null || percent <= 0
                ? 'No increase is justified'
                : `${formatPercent(percent)} more; recommended ${recommendPercent(current * 12, needed, cap)}%, at most ${cap}%`}
              {` for coverage ${flow.targetCoverage}; costs ${formatMoney(flow.operatingExpenses + flow.reserveDeposits)}`}
            </td>
          </tr>
        </tfoot>
      )}
    </>
  )
}
