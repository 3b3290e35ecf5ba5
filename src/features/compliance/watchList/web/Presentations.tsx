import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { downloadPdf, printPdf } from '#core/correspondence/letters/web/index.ts'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Section } from '#ui/frame/Section.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { presentations } from '../model/calls.ts'
import commissionPages from '../model/commissionPages.ts'

type Presentation = Answer<typeof presentations.getAll>[number]
const col = columns<Presentation>()
const presentationColumns = [
  col.date('Presented', (row) => row.presentedOn, { width: 110 }),
  col.text('Month', (row) => `${row.month}/${row.year}`, { width: 90 }),
  col.number('Entries', (row) => row.entries, { width: 80 }),
  col.bool('With earlier months', (row) => row.includeHistory, { width: 150 }),
  col.text('Note', (row) => row.note, { width: 300 }),
  col.moment('Logged', (row) => row.loggedAt, { width: 160 }),
]
const PDF_FAILED = 'The PDF could not be made. Check your connection and try again.'
const POPUP_BLOCKED =
  'The browser blocked the page for printing. Allow pop-ups for this site, or download the PDF.'

/** The list of presentations to the commission; each can be saved as PDF or printed. */
export function Presentations() {
  const rows = useCall(presentations.getAll, {})
  const agency = useCall(getAgency, {})
  const [fault, setFault] = useState('')
  const columns = useMemo(() => {
    const save = (row: Presentation) => {
      const name = `Watch list ${row.year}-${String(row.month).padStart(2, '0')}, presented ${row.presentedOn}.pdf`
      setFault('')
      void downloadPdf(commissionPages(row, agency.name), name).catch(() => setFault(PDF_FAILED))
    }
    const print = (row: Presentation) => {
      // The page is opened within the click, because a page opened after the PDF is made would be blocked as
      // a pop-up.
      const page = window.open('', '_blank')
      setFault(page ? '' : POPUP_BLOCKED)
      if (!page) return
      void printPdf(commissionPages(row, agency.name), page).catch(() => {
        page.close()
        setFault(PDF_FAILED)
      })
    }
    return [
      ...presentationColumns,
      col.node('Paper', (row) => <Paper row={row} onSave={save} onPrint={print} />, { width: 150 }),
    ]
  }, [agency.name])
  return (
    <Section title="Presented" data-noprint>
      {fault && <p role="alert">{fault}</p>}
      <DataTable
        caption="Presented watch lists"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.watchListHistoryId}
        height="none"
        csvName="watch-lists-presented"
        initialSort={{ sortBy: 'Logged', descending: true }}
        empty="Nothing was logged yet."
      />
    </Section>
  )
}

type PaperProps = {
  row: Presentation
  onSave: (row: Presentation) => void
  onPrint: (row: Presentation) => void
}

function Paper({ row, onSave, onPrint }: PaperProps) {
  const label = `of ${row.month}/${row.year}, presented ${row.presentedOn}`
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-label={`PDF ${label}`} onClick={() => onSave(row)}>
        PDF
      </Button>
      <Button size="compact-xs" variant="subtle" aria-label={`Print ${label}`} onClick={() => onPrint(row)}>
        Print
      </Button>
    </>
  )
}
