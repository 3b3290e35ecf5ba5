import '#ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { z } from 'zod'
import { buildChart } from '#core/money/chart/model/index.ts'
import { computeStatementCents } from '#engines/worksheet/model/figures.ts'
import { compareTieOut, createCentsReader, getCentsChange } from '#engines/worksheet/model/index.ts'
import {
  createTieOutPanel,
  type StatementColumn,
  StatementSheet,
  useFigureRows,
} from '#engines/worksheet/web/index.ts'
import { longText, money } from '#kernel/model/field.ts'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { ThemeProvider } from '#ui/frame/ThemeProvider.tsx'

/**
 * A page with a statement of 120 lines and 14 columns as the portal shows it: within a form that saves, with
 * a panel of tie-outs. `openWorksheet` renders it and returns the milliseconds until it is usable.
 */

declare global {
  interface Window {
    openWorksheet: () => Promise<number>
  }
}

const SECTIONS = 10
const LINES = 11
const accounts = Array.from({ length: SECTIONS }, (_, section) => {
  const accountFields = {
    chartAccountId: 0,
    statement: 'Budget' as const,
    section: `${section + 1}000 Section ${section + 1}`,
    sign: 1 as const,
    position: 0,
    programs: null,
    effectiveFrom: 1990,
    effectiveTo: null,
  }
  const code = (line: number) => String((section + 1) * 1000 + line * 10)
  const inputAccounts = Array.from({ length: LINES }, (_, line) => ({
    ...accountFields,
    code: code(line),
    name: `Account ${code(line)}`,
    formula: null,
  }))
  const total = {
    ...accountFields,
    code: `${section + 1}000T`,
    name: `Total of ${section + 1}`,
    formula: `${code(0)}..${code(LINES - 1)}`,
  }
  return [...inputAccounts, total]
}).flat()
const chart = buildChart(accounts)

const figures = Array.from({ length: 11 }, (_, index) => `column${index + 1}`)
const columns: readonly StatementColumn[] = [
  ...figures.map((key, index) => ({ key, label: `Column ${index + 1}`, width: 84 })),
  {
    key: 'change',
    label: 'Change',
    describes: 'column11',
    formula: (read) => read('column11') - read('column10'),
    width: 80,
  },
  {
    key: 'percent',
    label: 'Change, %',
    describes: 'column11',
    kind: 'percent',
    width: 70,
    formula: (read) => getCentsChange(read('column10'), read('column11')).percent,
  },
  { key: 'note', label: 'Note', kind: 'text', width: 200 },
]
const schema = z.object({
  lines: z
    .array(
      z.object({
        clientKey: z.string(),
        ...Object.fromEntries(figures.map((key) => [key, money(key)])),
        note: longText('Note', 1000),
      }),
    )
    .meta({ label: 'Worksheet', noun: 'Line' }),
})
const rows = accounts
  .filter((account) => account.formula === null)
  .map(({ code }, line) => ({
    clientKey: code,
    ...Object.fromEntries(figures.map((key, index) => [key, line * 100 + index])),
    note: null,
  }))
const storedRows = rows.map((row) => ({ ...row, code: row.clientKey, origins: null }))

/** The people of the origins. The object stays the same, so that a key does not render all lines again. */
const people = {}

function Sheet() {
  const figureRows = useFigureRows('lines')
  const read = createCentsReader(
    chart,
    computeStatementCents(
      figureRows.map((row) => ({ ...row, code: row.clientKey })),
      'column11',
    ),
  )
  const ties = accounts
    .filter((account) => account.formula !== null)
    .map(({ code }) => {
      const side = { label: code, cents: read(code), code }
      const tie = {
        id: code,
        title: code,
        source: 'bench',
        holds: 'equal',
        stops: true,
        right: { label: 'books', cents: 0 },
      } as const
      return compareTieOut({ ...tie, left: side }, 1)
    })
  return (
    <StatementSheet
      name="lines"
      caption="Statement"
      chart={chart}
      columns={columns}
      stored={storedRows}
      people={people}
      goTo="column11"
      side={createTieOutPanel({ ties, isExplained: () => false })}
    />
  )
}

const page = (
  <Form schema={schema} values={{ version: 1, lines: rows }} onSave={async () => undefined} label="Worksheet">
    <Sheet />
    <FormButtons />
  </Form>
)
const router = createMemoryRouter([{ path: '/', element: page }])

window.openWorksheet = () =>
  new Promise((resolve) => {
    const startTime = performance.now()
    const root = createRoot(document.getElementById('root') as HTMLElement)
    root.render(
      <ThemeProvider>
        <RouterProvider router={router} />
      </ThemeProvider>,
    )
    const resolveWhenRendered = () => {
      if (document.querySelectorAll('tbody tr').length < accounts.length)
        return requestAnimationFrame(resolveWhenRendered)
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now() - startTime)
      requestAnimationFrame(() => channel.port2.postMessage(null))
    }
    requestAnimationFrame(resolveWhenRendered)
  })
