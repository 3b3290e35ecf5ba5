import { useMemo, useRef } from 'react'
import { type Account, chartOf } from '#ground/chart/model/index.ts'
import { changeOf } from '#statement/model/index.ts'
import { type StatementColumn, StatementSheet } from '#statement/web/index.ts'
import { same } from '#ui/form/merge.ts'
import type { Detail } from '../model/statements.ts'
import { CarryAccounts, StatementTies } from './schedules/index.ts'

type Read = (key: string) => number

/** The columns as somebody sees them who writes, or only reads; without a prior year there is nothing to compare with. */
function columnsFor(
  detail: Pick<Detail, 'year' | 'prior'>,
  noted: boolean,
  readOnly: boolean,
): readonly StatementColumn[] {
  const { year, prior } = detail
  return [
    ...(prior ? [{ key: 'prior', label: `${prior.year}, $`, readOnly: true, width: 88 }] : []),
    { key: 'amount', label: `${year}, $`, readOnly, width: 88 },
    ...(prior
      ? [
          {
            key: 'change',
            label: 'Change, $',
            of: 'amount',
            formula: (read: Read) => read('amount') - read('prior'),
            width: 80,
          },
          {
            key: 'changePercent',
            label: 'Change, %',
            of: 'amount',
            kind: 'percent' as const,
            formula: (read: Read) => changeOf(read('prior'), read('amount')).percent,
            width: 66,
          },
        ]
      : []),
    ...(noted ? [{ key: 'note', label: 'Note', kind: 'text' as const, readOnly, width: 170 }] : []),
  ]
}

/** The chart of one of the two statements, the same one for as long as its accounts say the same. */
function useChart(accounts: readonly Account[], of: Account['statement']) {
  const kept = useRef(accounts)
  if (!same(kept.current, accounts)) kept.current = accounts
  const { current } = kept
  return useMemo(() => chartOf(current.filter((one) => one.statement === of)), [current, of])
}

/** Lines with where their figures came from; those of last year are carried from its statement. */
function storedOf({ lines, prior }: Detail) {
  if (!prior) return lines
  const carried = { by: null, at: '', carried: `the ${prior.year} statement, ${prior.requestNumber}` }
  const known = new Map(lines.map((line) => [line.code, line]))
  return [...new Set([...known.keys(), ...Object.keys(prior.amounts)])].map((code) => ({
    ...(known.get(code) ?? { code, note: null }),
    prior: prior.amounts[code] ?? null,
    origins: { ...known.get(code)?.origins, ...(code in prior.amounts ? { prior: carried } : {}) },
  }))
}

/** The balance sheet, or income and expense, with the year before beside it and everything that must agree. */
export function Figures({ detail, of, readOnly }: { detail: Detail; of: Account['statement']; readOnly: boolean }) {
  const chart = useChart(detail.accounts, of)
  const { year, prior } = detail
  const noted = of === 'Income and expense'
  const columns = useMemo(
    () => columnsFor({ year, prior: prior && { ...prior, amounts: {} } }, noted, readOnly),
    [year, prior, noted, readOnly],
  )
  const stored = useMemo(() => storedOf(detail), [detail])
  return (
    <StatementSheet
      name="lines"
      caption={`${of} ${year}`}
      chart={chart}
      columns={columns}
      stored={stored}
      people={detail.people}
      readOnly={readOnly}
      goTo="amount"
      tools={!readOnly && <CarryAccounts detail={detail} of={of} />}
      beside={(go) => <StatementTies detail={detail} onGo={go} />}
    />
  )
}
