import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { createResyndication, getInfo, type Project, type Row } from '../model/calls.ts'
import { RecordResyndication } from './RecordResyndication.tsx'

const col = columns<Row>()
const getNumbers = ({ agencyNumber, lihtc }: Project): string =>
  [...new Set([agencyNumber, ...(lihtc ?? '').split(', ')])].filter(Boolean).join(', ')
const getPath = ({ propertyId }: Project): string => `/EditProject/${propertyId}`
const historyColumns = [
  col.date('Date', (row) => row.resyndicatedDate, { width: 110 }),
  col.link(
    'Old property',
    (row) => row.oldProject.propertyName,
    (row) => getPath(row.oldProject),
    { width: 250 },
  ),
  col.text('Its numbers', (row) => getNumbers(row.oldProject), { width: 170 }),
  col.link(
    'New property',
    (row) => row.newProject.propertyName,
    (row) => getPath(row.newProject),
    { width: 250 },
  ),
  col.text('Its new numbers', (row) => getNumbers(row.newProject), { width: 170 }),
  col.text('Type', (row) => row.resyndicationType, { width: 160 }),
  col.text('Note', (row) => row.note, { width: 240, wrap: true }),
]

/** The Resyndication tab of a property: its chain of resyndications, and the form to record another. */
export default function PropertyResyndications({ propertyId }: TabProps['property']) {
  const { chain } = useCall(getInfo, { params: { propertyId } })
  const canRecord = useMay(createResyndication)
  return (
    <>
      <DataTable
        caption="Resyndications"
        rows={chain}
        columns={historyColumns}
        rowKey={(row) => row.resyndicationId}
        height="none"
        csvName="resyndications"
        empty="This property was not resyndicated."
      />
      {canRecord && <RecordResyndication propertyId={propertyId} />}
    </>
  )
}
