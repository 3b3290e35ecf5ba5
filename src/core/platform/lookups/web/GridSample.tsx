import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { parseDay } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { parseMoney } from '#kernel/model/money.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import type { ToneName } from '#ui/frame/palette.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import type { CsvImportOptions } from '#ui/table/CsvImport.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getSampleData, type SampleRow } from '../model/calls.ts'
import { Gallery } from './Gallery.tsx'
import { SchemeButton } from './samples/SchemeButton.tsx'

const tones: Readonly<Record<string, ToneName>> = {
  Submitted: 'blue',
  'Under Review': 'violet',
  Reviewed: 'yellow',
  Approved: 'green',
  Rejected: 'red',
}

const col = columns<SampleRow>()
const columnsOfEveryKind = [
  col.link(
    'Name',
    (row) => row.name,
    () => '/InputSamples',
    { width: 230 },
  ),
  col.text('City', (row) => row.city, { width: 120 }),
  col.number('Units', (row) => row.units, { total: true, width: 80 }),
  col.money('Amount', (row) => row.amount, { total: true, width: 150 }),
  col.date('Opened', (row) => row.opened, { width: 110 }),
  col.moment('Changed', (row) => row.changed, { width: 165, lesser: true }),
  col.bool('Active', (row) => row.active),
  col.chip(
    'Status',
    (row) => row.status,
    (row) => tones[row.status] ?? 'gray',
    { width: 130 },
  ),
  col.node(
    'Share',
    (row) => <meter min={0} max={127} value={row.units} aria-label={`Units of ${row.name}`} />,
    {
      width: 100,
      text: (row) => String(row.units),
    },
  ),
  col.text('Remark', (row) => row.remark, { lesser: true, wrap: true }),
]

const tabs = [
  { label: 'All', match: () => true },
  { label: 'Open', match: (row: SampleRow) => !['Approved', 'Rejected'].includes(row.status) },
  { label: 'Approved', match: (row: SampleRow) => row.status === 'Approved' },
  { label: 'Rejected', match: (row: SampleRow) => row.status === 'Rejected' },
]

const filters = [
  {
    label: 'Size',
    values: ['Fewer than 50 units', '50 units or more'],
    match: (row: SampleRow, size: string) => row.units < 50 === (size === 'Fewer than 50 units'),
  },
]

/** The rows of the sample, with the actions on selected rows. */
function useSampleRows() {
  const loaded = useCall(getSampleData, {})
  const confirm = useConfirm()
  const [rows, setRows] = useState<readonly SampleRow[]>(loaded)
  const add = useCallback((more: readonly SampleRow[]) => setRows((before) => [...more, ...before]), [])
  const importCsv = useMemo(() => sampleImport(add), [add])
  const change = (selected: readonly SampleRow[], active: boolean) => {
    const ids = new Set(selected.map((row) => row.id))
    setRows((before) => before.map((row) => (ids.has(row.id) ? { ...row, active } : row)))
    notify(`${plural(selected.length, 'row is', 'rows are')} ${active ? 'active' : 'inactive'}.`)
    return true
  }
  const remove = async (selected: readonly SampleRow[]) => {
    const title = `Remove ${plural(selected.length, 'row', 'rows')}?`
    if (!(await confirm({ title, confirmLabel: 'Remove', danger: true })).confirmed) return false
    const ids = new Set(selected.map((row) => row.id))
    setRows((before) => before.filter((row) => !ids.has(row.id)))
    return true
  }
  const actions = [
    { label: 'Make active', run: (selected: readonly SampleRow[]) => change(selected, true) },
    { label: 'Make inactive', run: (selected: readonly SampleRow[]) => change(selected, false) },
    { label: 'Remove', danger: true, run: remove },
  ]
  return { rows, importCsv, startAgain: () => setRows(loaded), actions }
}

/**
 * The screen that shows the table component with all its features, over 3,000 invented rows. Changes remain
 * in the page.
 */
export default function GridSample() {
  const { rows, importCsv, startAgain, actions } = useSampleRows()
  return (
    <Screen title="Table sample" actions={<SchemeButton />}>
      <Gallery
        title="Everything on"
        text="Search, tabs with counts, filters, alphabet, sorting, page sizes, chosen columns, saved views, selection, totals, CSV both ways; a click on a row opens it, and going back returns to the same place."
      >
        <DataTable
          caption="Sample rows"
          rows={rows}
          columns={columnsOfEveryKind}
          rowKey={(row) => row.id}
          to={() => '/InputSamples'}
          tabs={tabs}
          filters={filters}
          alphabet={(row) => row.name}
          importCsv={importCsv}
          initialSort={{ sortBy: 'Opened', descending: true }}
          height={560}
          tools={
            <Button size="xs" variant="default" onClick={startAgain}>
              Start again
            </Button>
          }
          select={{
            label: (row) => row.name,
            actions,
          }}
        />
      </Gallery>
      <Gallery title="Plain" text="The few rows of a record: no toolbar, as tall as its rows.">
        <DataTable
          caption="Three rows"
          rows={rows.slice(0, 3)}
          columns={columnsOfEveryKind}
          rowKey={(row) => row.id}
          plain
          height="none"
        />
      </Gallery>
      <Gallery title="Empty" text="A table without rows says so.">
        <DataTable
          caption="No rows"
          rows={[]}
          columns={columnsOfEveryKind}
          rowKey={(row) => row.id}
          empty="No rows yet."
        />
      </Gallery>
    </Screen>
  )
}

/**
 * The options of the sample import. Name and amount are required, and names with "refuse" are refused as a
 * server might do.
 */
function sampleImport(add: (rows: readonly SampleRow[]) => void): CsvImportOptions {
  return {
    columns: [
      { name: 'Name', required: true },
      { name: 'City' },
      { name: 'Amount', required: true },
      { name: 'Opened' },
    ],
    patternName: 'sample',
    check: (row) => [
      ...(row.Name ? [] : ['Name: *Field is required']),
      ...(parseMoney(row.Amount) === null ? ['Amount: enter an amount such as 1,000.00.'] : []),
      ...(row.Opened && !parseDay(row.Opened) ? ['Opened: enter a date as MM/DD/YYYY.'] : []),
    ],
    onImport: async (rows) => {
      const refused = rows.filter((row) => /refuse/i.test(row.values.Name ?? ''))
      const matchingRows = rows.filter((row) => !refused.includes(row))
      add(
        matchingRows.map(({ line, values }) => ({
          id: -(Date.now() + line),
          name: values.Name ?? '',
          city: values.City ?? '',
          units: 0,
          status: 'Not Submitted',
          opened: parseDay(values.Opened) ?? '',
          changed: '',
          amount: parseMoney(values.Amount) ?? 0,
          active: true,
          remark: null,
        })),
      )
      return refused.map(({ line }) => ({ line, faults: ['This name is refused.'] }))
    },
  }
}
