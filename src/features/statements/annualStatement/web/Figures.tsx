import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Account } from '#core/money/chart/model/index.ts'
import {
  describeChange,
  describeTieOut,
  getCentsChange,
  type TieOutResult,
} from '#engines/worksheet/model/index.ts'
import {
  addComparison,
  createTieOutPanel,
  type Mark,
  type StatementColumn,
  StatementSheet,
  type StatementSheetProps,
  useFigureRows,
  useStableChart,
} from '#engines/worksheet/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { hasAnyAmount } from '../model/gaps.ts'
import { findUnexplainedChanges } from '../model/rules.ts'
import type { Detail } from '../model/statements.ts'
import type { StatementValues } from './formLines.ts'
import { CarryAccounts, useTies } from './schedules/index.ts'

type Read = (key: string) => number

const isInStatement = {
  'Balance sheet': (account: Account) => account.statement === 'Balance sheet',
  'Income and expense': (account: Account) => account.statement === 'Income and expense',
}

/** Returns the columns of the worksheet. Without a prior year there are no columns to compare with. */
function getColumns(
  { year, prior }: { year: number; prior: number | undefined },
  hasNotes: boolean,
  readOnly: boolean,
): readonly StatementColumn[] {
  const change = { of: 'amount', needs: 'amount', signed: true }
  return [
    ...(prior ? [{ key: 'prior', label: String(prior), unit: '$' as const, readOnly: true, width: 80 }] : []),
    { key: 'amount', label: String(year), unit: '$', readOnly, width: 84 },
    ...(prior
      ? [
          {
            ...change,
            key: 'change',
            label: 'Change',
            unit: '$' as const,
            width: 76,
            formula: (read: Read) => read('amount') - read('prior'),
          },
          {
            ...change,
            key: 'changePercent',
            label: 'Change',
            unit: '%' as const,
            width: 60,
            kind: 'percent' as const,
            formula: (read: Read) => getCentsChange(read('prior'), read('amount')).percent,
          },
        ]
      : []),
    ...(hasNotes ? [{ key: 'note', label: 'Note', kind: 'text' as const, readOnly, width: 170 }] : []),
  ]
}

/** Returns the lines with the origins of their figures. Last year's figures come from its statement. */
function getStoredFigures({ lines, prior }: Detail) {
  if (!prior) return lines
  const { amounts, year, requestNumber } = prior
  return addComparison(lines, {
    codes: Object.keys(amounts),
    of: (code) => ({ prior: amounts[code] ?? null }),
    carried: { prior: `the ${year} statement, ${requestNumber}` },
  })
}

/**
 * Returns the open points of a statement's accounts: changes to explain, and failed tie-outs that block it.
 */
function useMarks(detail: Detail, ties: readonly TieOutResult[], readOnly: boolean): Mark[] {
  const { form } = useFormParts<StatementValues>()
  const lines = useFigureRows<StatementValues>('lines')
  const [periodStart, periodEnd] = useWatch({
    control: form.control,
    name: ['periodStart', 'periodEnd'],
  })
  if (readOnly || !hasAnyAmount(lines)) return []
  const period = { periodStart: periodStart ?? detail.periodStart, periodEnd: periodEnd ?? detail.periodEnd }
  return [
    ...findUnexplainedChanges({ lines, ...period }, detail).map(({ code, from, to }) => ({
      code,
      column: 'note',
      words: `Explain: ${describeChange(from, to)}`,
      asks: true,
    })),
    ...ties.filter((tie) => tie.stops && !tie.agrees).flatMap(getTieMarks),
  ]
}

const getTieMarks = (tie: TieOutResult): Mark[] =>
  [tie.left, tie.right].flatMap(({ code }) =>
    code ? [{ code, column: 'amount', words: describeTieOut(tie) }] : [],
  )

type Props = {
  detail: Detail
  of: keyof typeof isInStatement
  readOnly: boolean
} & Pick<StatementSheetProps, 'target' | 'onNoProblem'> & { files: ReactNode }

/**
 * The worksheet of the balance sheet, or of income and expense, with last year's figures and all tie-outs.
 */
export function Figures({ detail, of, readOnly, files, target, onNoProblem }: Props) {
  const chart = useStableChart(detail.accounts, isInStatement[of])
  const { year, prior } = detail
  const hasNotes = of === 'Income and expense'
  const columns = useMemo(
    () => getColumns({ year, prior: prior?.year }, hasNotes, readOnly),
    [year, prior?.year, hasNotes, readOnly],
  )
  const storedFigures = useMemo(() => getStoredFigures(detail), [detail])
  const ties = useTies(detail)
  const untouched = !hasAnyAmount(useFigureRows<StatementValues>('lines'))
  return (
    <StatementSheet<StatementValues>
      name="lines"
      caption={`${of} ${year}`}
      title={of}
      chart={chart}
      columns={columns}
      stored={storedFigures}
      people={detail.people}
      readOnly={readOnly}
      goTo="amount"
      tools={
        <>
          {!readOnly && <CarryAccounts detail={detail} of={of} />}
          {files}
        </>
      }
      side={createTieOutPanel({ ties, untouched })}
      marks={useMarks(detail, ties, readOnly)}
      target={target}
      onNoProblem={onNoProblem}
    />
  )
}
