import { memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Chart } from '#core/money/chart/model/index.ts'
import type { ListPath } from '#ui/form/fieldPath.ts'
import type { NoValues } from '#ui/form/formContext.ts'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'
import { same } from '#ui/form/merge.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { later, whenIdle } from '#ui/frame/later.tsx'
import { FoldingRail } from '#ui/worksheet/desk/FoldingRail.tsx'
import { SheetFrame } from '#ui/worksheet/desk/SheetFrame.tsx'
import type { SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import { WorksheetField } from '#ui/worksheet/WorksheetField.tsx'
import { createSourceNumbering, type FigureLine, getStatementSources } from '../model/index.ts'
import { type FigureRow, useFigureRows } from './rows.ts'
import { Sources } from './Sources.tsx'
import styles from './statement.module.css'
import {
  type AccountTarget,
  type GoToAccount,
  useAddressedAccount,
  useGoToAccount,
  useTarget,
} from './useGoToAccount.ts'
import { useVisibleLines, type VisibleLines } from './useVisibleLines.ts'

/** A column of a statement. Computed columns say where their figures come from. */
export type StatementColumn = SheetColumn & {
  /** The column of figures that a computed column, such as a change, describes. */
  describes?: string
  /** The columns that a sum, such as a year to date, adds (1) or subtracts (−1). */
  summands?: Readonly<Record<string, 1 | -1>>
}

/**
 * A message at an account's figure. It is a fault, or with `asks` a missing entry whose empty cell shows
 * the text: `Explain: up 10.47%, $1,740`.
 */
export type Mark = { code: string; column: string; words: string; isPrompt?: boolean }

/**
 * The panel at the right of a worksheet: `open` is the number of its open items; `content` may lead to
 * accounts by `go`.
 */
export type SheetSide = { label: string; open: number; content: (go: GoToAccount) => ReactNode }

export type StatementSheetProps<Name extends string = string> = {
  /** The path of the rows in the form. */
  name: Name
  caption: string
  /** The title in the head of the sheet; the caption by default. */
  title?: string
  /** Keep the object the same between renders: a new chart repaints everything. */
  chart: Chart
  columns: readonly StatementColumn[]
  /** The stored lines with the origins of their figures. */
  stored: readonly Pick<FigureLine, 'code' | 'note' | 'origins'>[]
  people: Readonly<Record<string, string>>
  readOnly?: boolean
  /** The column in which accounts are opened. */
  goTo: string
  /** Further tools in the head of the worksheet. */
  tools?: ReactNode
  side?: SheetSide | undefined
  marks?: readonly Mark[]
  /** The account to go to, in a column; a new object goes there again. */
  target?: AccountTarget | undefined
  /** Goes on to missing entries elsewhere when the worksheet has none. */
  onNoProblem?: (() => void) | undefined
}

/** The statements of a form, by their names. */
type StatementRows = Record<string, FigureRow[]>

/** A figure whose derivation the user asks for. */
export type SelectedFigure = { code: string; column: StatementColumn }

const FigureDerivation = later(async () => (await import('./FigureDerivation.tsx')).FigureDerivation)

/**
 * A statement as a worksheet: the accounts of its chart with unused ones hidden, totals that follow each
 * figure, and a panel at the right with the tie-outs or the derivation of a figure. Alt+Enter on a figure,
 * or a click on a computed one, asks for its derivation. `Values` is the type of the form's values.
 */
export function StatementSheet<Values = NoValues>(props: StatementSheetProps<ListPath<Values>>) {
  const { name, caption, chart, columns, readOnly = false, goTo } = props
  const rows = useFigureRows<StatementRows>(name)
  const lineView = useVisibleLines(chart, rows)
  const { lines } = lineView
  const { query, setQuery, ask } = useSelectedFigure()
  const { sources, numberedColumns } = useSources(props)
  const { frame, focus, go } = useGoToAccount(lineView, columns, query?.column.key ?? goTo)
  useAddressedAccount(chart, go)
  useTarget(props.target, go)
  const close = () => {
    if (query) focus(query.code, query.column.key)
    setQuery(null)
  }
  const answer = query && (
    <Suspense>
      <FigureDerivation {...props} figure={query} rows={rows} onGoToAccount={go} onClose={close} />
    </Suspense>
  )
  return (
    <div ref={frame} className={styles.frame} data-accounts={name}>
      <SheetFrame
        title={props.title ?? caption}
        tools={
          <>
            {!readOnly && <FindAccount chart={chart} onGo={go} />}
            <Unused {...lineView} />
            {props.tools}
          </>
        }
        side={<Side side={props.side} answer={answer} caption={caption} go={go} />}
      >
        <WorksheetField<StatementRows>
          name={name}
          caption={caption}
          lines={lines}
          readOnly={readOnly}
          columns={numberedColumns}
          rowKey="clientKey"
          lineHeading="Account"
          total={null}
          onAsk={ask}
          {...useMarks(props)}
          onNoProblem={props.onNoProblem}
        />
        <Sources sources={sources} />
      </SheetFrame>
    </div>
  )
}

function Unused({ unused, all, setAll }: VisibleLines) {
  if (unused === 0) return null
  return (
    <LinkButton onClick={() => setAll(!all)} aria-pressed={all}>
      {all ? 'Hide unused accounts' : `Show ${unused} unused accounts`}
    </LinkButton>
  )
}

type SideProps = { side: SheetSide | undefined; answer: ReactNode; caption: string; go: GoToAccount }

function Side({ side, answer, caption, go }: SideProps) {
  if (!side && !answer) return null
  return (
    <FoldingRail label={side?.label ?? `About ${caption}`} open={side?.open ?? 0} called={answer !== null}>
      {answer}
      {side?.content(go)}
    </FoldingRail>
  )
}

/**
 * Returns the marks of each line in the order of the columns; the arrays stay the same while all marks are
 * equal.
 */
function useMarks({ marks = NO_MARKS, columns }: StatementSheetProps) {
  const lastMarks = useRef(marks)
  if (!same(lastMarks.current, marks)) lastMarks.current = marks
  const { current } = lastMarks
  return useMemo(() => {
    const byLine = (asks: boolean) => {
      const marksByCode = Map.groupBy(
        current.filter((mark) => (mark.isPrompt ?? false) === asks),
        ({ code }) => code,
      )
      const labels = new Map(
        [...marksByCode].map(([code, all]) => [
          code,
          columns.map(({ key }) => all.find(({ column }) => column === key)?.words),
        ]),
      )
      return (line: SheetLine) => labels.get(line.key)
    }
    return { promptsOf: byLine(true), marksOf: byLine(false) }
  }, [current, columns])
}
const NO_MARKS: readonly Mark[] = []

/** Returns the figure whose derivation the user asks for; the code that shows it is loaded in advance. */
function useSelectedFigure() {
  const [query, setQuery] = useState<SelectedFigure | null>(null)
  useEffect(() => whenIdle(FigureDerivation.fetch), [])
  const ask = useCallback((line: SheetLine, column: SheetColumn) => {
    if (column.kind !== 'text') setQuery({ code: line.key, column })
  }, [])
  return { query, setQuery, ask }
}

/**
 * Returns the sources of the stored figures, and the columns with the number of each figure's source for
 * paper.
 */
function useSources({ chart, stored, columns, people }: StatementSheetProps) {
  const sources = useMemo(
    () => getStatementSources(chart, stored, columns, people),
    [chart, stored, columns, people],
  )
  const numberedColumns = useMemo(() => {
    const getNumber = createSourceNumbering(sources)
    return columns.map((column) =>
      column.formula || column.kind === 'text'
        ? column
        : { ...column, reference: (line: string) => getNumber(column.key, line) },
    )
  }, [sources, columns])
  return { sources, numberedColumns }
}

/**
 * A field that goes to an account by its code or name; it renders once, even while the user types. The key
 * `g` moves the focus to it.
 */
const FindAccount = memo(function FindAccount({ chart, onGo }: { chart: Chart; onGo: GoToAccount }) {
  const options = useMemo(
    () => chart.accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    [chart],
  )
  const box = useRef<HTMLDivElement>(null)
  const go = (code: unknown) => {
    // Navigates only while the focus is in the box: if the user leaves it with text in it, the focus stays
    // where the user moved it.
    if (code && box.current?.contains(document.activeElement)) setTimeout(() => onGo(String(code)))
  }
  useKeys('This worksheet', [
    { key: 'g', label: 'Go to an account', run: () => box.current?.querySelector('input')?.focus() },
  ])
  return (
    <div ref={box} className={styles.find}>
      <ChoiceInput
        label="Go to account"
        placeholder="Go to account (g)"
        width={150}
        options={options}
        value={null}
        onChange={go}
      />
    </div>
  )
})
