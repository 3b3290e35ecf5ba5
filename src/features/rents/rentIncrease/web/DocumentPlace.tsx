import { useState } from 'react'
import { deleteFile } from '#core/platform/files/model/index.ts'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { ask } from '#kernel/web/api.ts'
import { readCsv } from '#ui/table/csv.ts'
import { checkTable } from '#ui/table/csvCheck.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { checkRentRoll, upload } from '../model/calls.ts'
import type { Detail } from '../model/increases.ts'
import { type RollFault, rollColumns } from '../model/rentRoll.ts'
import { RENT_ROLL } from '../model/rules.ts'
import styles from './rents.module.css'

const quiet = { quiet: true }

type DocumentPlaceProps = {
  detail: Detail
  kind: string
  /** Returns the request's id and stores a new request first. 0 if that failed. */
  store: () => Promise<number>
  onChanged: () => Promise<unknown>
  fault?: string | undefined
}

/** The place where the documents of one kind are listed, uploaded and removed. */
export function DocumentPlace({ detail, kind, store, onChanged, fault }: DocumentPlaceProps) {
  return (
    <RecordFiles
      label={kind}
      kind={kind}
      error={fault}
      files={detail.files}
      send={async (file) => {
        const moduleId = await store()
        if (moduleId === 0) throw new Error('The request could not be saved yet.')
        if (kind === RENT_ROLL && file.name.toLowerCase().endsWith('.csv')) await checkRoll(moduleId, file)
        await ask(upload, { body: createUploadForm({ moduleId, documentType: kind }, file) }, quiet)
      }}
      remove={(fileId) => ask(deleteFile, { params: { id: fileId } }, quiet)}
      onChanged={onChanged}
    />
  )
}

/**
 * Reads a rent roll from a CSV file and lets the server check its rows. Throws if the file itself has
 * faults.
 */
async function checkRoll(headerId: number, file: File): Promise<void> {
  const needed = rollColumns.map((name) => ({ name, required: name !== 'Rent type' }))
  const rows = checkTable(await readCsv(file), needed, () => [])
  const body = { rows: rows.map(({ line, values }) => ({ line, values: { ...values } })) }
  await ask(checkRentRoll, { params: { headerId }, body }, quiet)
}

const col = columns<RollFault & { index: number }>()
const faultColumns = [
  col.text('Line', (fault) => (fault.line === 0 ? 'Whole roll' : String(fault.line)), { width: 110 }),
  col.text('What is wrong', (fault) => fault.message, { wrap: true }),
]

/** The faults that the check of the rent roll found, row by row, or a hint that a CSV file is checked. */
export function RentRollFaults({ detail }: { detail: Detail }) {
  const faults = detail.rentRollFaults ?? []
  const [open, setOpen] = useState(false)
  if (!detail.rentRollChecked)
    return (
      detail.statusId === RequestStatus.NOT_SUBMITTED && (
        <p className={styles.quiet}>
          As a CSV file with the columns {rollColumns.join(', ')} the rent roll is checked row by row.
        </p>
      )
    )
  const units = plural(detail.rentRollUnits ?? 0, 'unit', 'units')
  if (faults.length === 0) return <p>✓ Rent roll: {units} checked, nothing is wrong.</p>
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Rent roll: {units} checked, {plural(faults.length, 'fault', 'faults')}
      </summary>
      {open && (
        <DataTable
          caption="Rent roll"
          rows={faults.map((fault, index) => ({ ...fault, index }))}
          columns={faultColumns}
          rowKey={(fault) => fault.index}
          height="none"
          csvName="rent-roll"
          empty=""
        />
      )}
    </details>
  )
}
