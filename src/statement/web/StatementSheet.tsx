import { Button, Group } from '@mantine/core'
import { memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { Chart } from '#ground/chart/model/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'
import { addressQuery } from '#ui/frame/address.ts'
import { later, whenIdle } from '#ui/frame/later.tsx'
import type { SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import { WorksheetField } from '#ui/worksheet/WorksheetField.tsx'
import { type FigureLine, referencesTo, sourcesOf } from '../model/index.ts'
import { sheetLines } from './lines.ts'
import { Sources } from './Sources.tsx'
import styles from './statement.module.css'

/** A row of the form: its account as key, and dollars by column. */
export type FigureRow = { clientKey: string; note: string | null } & Record<string, number | string | null>

/**
 * A column of a statement; `of` names the column of figures that a computed one, such as a change, tells about, `adds` those
 * that it adds (1) or subtracts (−1), such as a year to date.
 */
export type StatementColumn = SheetColumn & { of?: string; adds?: Readonly<Record<string, 1 | -1>> }

export type StatementSheetProps = {
  /** The path of the rows in the form. */
  name: string
  caption: string
  /** Keep it stable: a new chart repaints everything. */
  chart: Chart
  columns: readonly StatementColumn[]
  /** The lines as they are stored, with where their figures came from. */
  stored: readonly Pick<FigureLine, 'code' | 'note' | 'origins'>[]
  people: Readonly<Record<string, string>>
  readOnly?: boolean
  /** The column in which accounts are looked for. */
  goTo: string
  /** Further tools above the worksheet. */
  tools?: ReactNode
  /** What stands beside it, such as its tie-outs; `go` leads to an account. */
  beside?: (go: (code: string) => void) => ReactNode
}

/** A figure somebody asks about. */
export type Asked = { code: string; column: StatementColumn }

const holds = (row: FigureRow) =>
  Object.entries(row).some(([name, value]) => name !== 'clientKey' && value !== null && value !== undefined)

const Answer = later(async () => (await import('./Answer.tsx')).Answer)

/** The rows of a form’s statement as they stand. */
export const useFigureRows = (name: string): readonly FigureRow[] => {
  const { form } = useFormParts()
  return (useWatch({ control: form.control, name }) as FigureRow[] | undefined) ?? []
}

const turned = (folded: ReadonlySet<string>, section: string, folds: boolean): ReadonlySet<string> =>
  new Set(folds ? [...folded, section] : [...folded].filter((one) => one !== section))

/** Which accounts are shown: those that hold anything once stay, the others when they are asked for. */
function useShown(chart: Chart, rows: readonly FigureRow[]) {
  const held = useRef(new Set<string>())
  const typed = useMemo(() => chart.accounts.filter((one) => one.formula === null), [chart])
  const [all, setAll] = useState(() => !rows.some(holds))
  for (const row of rows) if (holds(row)) held.current.add(row.clientKey)
  const count = held.current.size
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => {
    const toggle = (section: string) => setFolded((now) => turned(now, section, !now.has(section)))
    return count < 0 ? [] : sheetLines(chart, (code) => all || held.current.has(code), { folded, toggle })
  }, [chart, all, count, folded])
  const keep = (code: string) => {
    held.current.add(code)
    const section = chart.of.get(code)?.section ?? ''
    setFolded((now) => (now.has(section) ? turned(now, section, false) : now))
  }
  return { lines, all, setAll, unused: typed.length - count, keep, held: (code: string) => held.current.has(code) }
}

/** Leads to a cell, or to an account wherever it is; `column` is the one it is looked at in. */
function useGoing(
  { lines, setAll, keep, held }: ReturnType<typeof useShown>,
  columns: readonly StatementColumn[],
  column: string,
) {
  const frame = useRef<HTMLDivElement>(null)
  // An account that was folded away is led to once it is there.
  const pending = useRef<string | null>(null)
  const focus = useCallback(
    (code: string, at: string) => {
      const place = [lines.findIndex((line) => line.key === code), columns.findIndex((one) => one.key === at)]
      const cell = frame.current?.querySelector<HTMLElement>(`[data-line="${place[0]}"][data-column="${place[1]}"]`)
      cell?.focus()
      cell?.scrollIntoView({ block: 'center' })
      return cell != null
    },
    [lines, columns],
  )
  const go = (code: string) => {
    if (focus(code, column)) return
    const wasHeld = held(code)
    keep(code)
    pending.current = code
    if (!wasHeld) setAll(true)
  }
  useEffect(() => {
    if (pending.current && focus(pending.current, column)) pending.current = null
  }, [focus, column])
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  return { frame, focus, go: useCallback((code: string) => latest.current(code), []) }
}

/** Leads to the account that the address names (`?account=1120`): by a link, by reload and by going back. */
function useNamedAccount(chart: Chart, go: (code: string) => void): void {
  const visit = useLocation()
  const led = useRef<typeof visit>(null)
  useEffect(() => {
    if (led.current === visit) return
    led.current = visit
    const code = addressQuery().get('account')
    if (code && chart.of.has(code)) go(code)
  }, [visit, chart, go])
}

/**
 * A statement as a worksheet: accounts of its chart, unused ones folded away, totals that follow each figure, and beside it
 * where any figure comes from. Alt+Enter asks for it, or a click on a computed figure.
 */
export function StatementSheet(props: StatementSheetProps) {
  const { name, caption, chart, columns, readOnly = false, goTo } = props
  const rows = useFigureRows(name)
  const shown = useShown(chart, rows)
  const { lines, all, setAll, unused } = shown
  const { asked, setAsked, ask } = useAsked()
  const { sources, referred } = useSources(props)
  const { frame, focus, go } = useGoing(shown, columns, asked?.column.key ?? goTo)
  useNamedAccount(chart, go)
  const close = () => {
    if (asked) focus(asked.code, asked.column.key)
    setAsked(null)
  }
  return (
    <div ref={frame} className={styles.frame} data-accounts={name}>
      <div>
        <Group gap="sm" align="end">
          {!readOnly && <FindAccount chart={chart} onGo={go} />}
          {unused > 0 && (
            <Button variant="default" onClick={() => setAll(!all)} aria-pressed={all}>
              {all ? 'Hide unused accounts' : `Show ${unused} unused accounts`}
            </Button>
          )}
          {props.tools}
        </Group>
        <WorksheetField
          {...{ name, caption, lines, readOnly }}
          columns={referred}
          rowKey="clientKey"
          lineHeading="Account"
          total={null}
          onAsk={ask}
        />
        <Sources sources={sources} />
        <p className={styles.from} data-noprint>
          Alt+Enter on a figure, or a click on an underlined one, says where it comes from.
        </p>
      </div>
      <aside className={styles.beside} aria-label={`About ${caption}`}>
        {asked && (
          <Suspense>
            <Answer {...props} asked={asked} rows={rows} onGo={go} onClose={close} />
          </Suspense>
        )}
        {props.beside?.(go)}
      </aside>
    </div>
  )
}

/** The figure that is asked about; what answers is fetched before somebody asks. */
function useAsked() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => whenIdle(Answer.fetch), [])
  const ask = useCallback((line: SheetLine, column: SheetColumn) => {
    if (column.kind !== 'text') setAsked({ code: line.key, column })
  }, [])
  return { asked, setAsked, ask }
}

/** Where the stored figures come from, and the columns with the number of that for paper. */
function useSources({ chart, stored, columns, people }: StatementSheetProps) {
  const sources = useMemo(() => sourcesOf(chart, stored, columns, people), [chart, stored, columns, people])
  const referred = useMemo(() => {
    const numberOf = referencesTo(sources)
    return columns.map((column) =>
      column.formula || column.kind === 'text'
        ? column
        : { ...column, reference: (line: string) => numberOf(column.key, line) },
    )
  }, [sources, columns])
  return { sources, referred }
}

/** Leads to an account by its code or name; drawn once, however much is typed. */
const FindAccount = memo(function FindAccount({ chart, onGo }: { chart: Chart; onGo: (code: string) => void }) {
  const options = useMemo(
    () => chart.accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    [chart],
  )
  const box = useRef<HTMLDivElement>(null)
  const go = (code: unknown) => {
    // Left with something typed, it leads nowhere: the focus is where somebody put it.
    if (code && box.current?.contains(document.activeElement)) setTimeout(() => onGo(String(code)))
  }
  return (
    <div ref={box}>
      <ChoiceInput
        label="Go to account"
        placeholder="Code or name"
        width={240}
        options={options}
        value={null}
        onChange={go}
      />
    </div>
  )
})
