import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type Candidate, createRecord, getCandidates } from '../model/calls.ts'
import type { recordTypes } from '../model/entities.ts'
import { getPropertyRecordsPath } from '../model/facts.ts'
import styles from './program2013.module.css'
import { getRecordPath } from './words.ts'

type RecordType = (typeof recordTypes)[number]
const col = columns<Candidate>()

/** Returns the columns. The last has the button that begins a record. */
const getCandidateColumns = (begin: (line: Candidate) => void, text: string) => [
  col.link(
    'Property',
    (line) => line.propertyName,
    (line) => getPropertyRecordsPath(line.propertyId),
    { width: 280 },
  ),
  col.text('Number', (line) => line.propertyNumber, { width: 160 }),
  col.text('City', (line) => line.city, { width: 150 }),
  col.text('County', (line) => line.county, { width: 160 }),
  col.number('Units', (line) => line.units, { width: 80, total: true }),
  col.text('Status', (line) => propertyStatusLabels[line.statusId], { width: 140 }),
  col.text('Has', (line) => line.has, { width: 150 }),
  col.button('Record', () => text, begin, { width: 160 }),
]

/** The properties without a record of a year, or without one of a type, each with a button to begin one. */
export function Candidates({ year, type }: { year: number; type: RecordType | undefined }) {
  const rows = useCall(getCandidates, { params: { year }, query: type ? { recordType: type } : {} })
  const confirm = useConfirm()
  const write = useWrite(['program2013'])
  const navigate = useNavigate()
  const [refusal, setRefused] = useState('')
  const recordType = type ?? 'Initial'
  const columns = useMemo(() => {
    const begin = async ({ propertyId, propertyName }: Candidate) => {
      const title = `Begin the ${recordType} record of ${year} for ${propertyName}?`
      const text = 'It is saved at once as in progress, and no one is notified.'
      if (!(await confirm({ title, text, confirmLabel: 'Begin' })).confirmed) return
      try {
        const created = await write(
          createRecord,
          { params: { id: propertyId }, body: { year, recordType } },
          'The record is begun.',
        )
        void navigate(getRecordPath(created.program2013Id))
      } catch (error) {
        setRefused(refusalWords(error).join(' '))
      }
    }
    return getCandidateColumns((line) => void begin(line), `Begin ${recordType}…`)
  }, [confirm, write, navigate, year, recordType])
  return (
    <>
      <p>
        {type ? `Properties without ${type} record` : 'Properties without any record'} of {year}.
      </p>
      <p role="alert" className={styles.problem}>
        {refusal}
      </p>
      <DataTable
        caption="Properties without record"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.propertyId}
        alphabet={(line) => line.propertyName}
        csvName={`2013-candidates-${year}`}
        empty={`Every property has its record of ${year}.`}
      />
    </>
  )
}
