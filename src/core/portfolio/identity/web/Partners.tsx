import type { Controller } from '#kernel/model/controller.ts'
import type { Row } from '#kernel/model/entity.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { getIdentity, partners } from '../model/calls.ts'
import { PropertyPartner } from '../model/entities.ts'
import { OwnedRows } from './OwnedRows.tsx'

const col = columns<Row<typeof PropertyPartner>>()
const partnerColumns = [
  col.text('As', (row) => row.role, { width: 140 }),
  col.text('Name', (row) => row.name, { width: 300 }),
  col.text('Share', (row) => (row.sharePercent === null ? null : `${row.sharePercent}%`), { width: 90 }),
  col.date('From', (row) => row.fromDate, { width: 105 }),
  col.date('To', (row) => row.toDate, { width: 105 }),
  col.text('Note', (row) => row.note, { width: 240 }),
]
const schema = PropertyPartner.input.omit({ propertyPartnerId: true, propertyId: true })

const Field = getField(schema)

const blank = {
  name: '',
  role: 'General partner',
  sharePercent: null,
  fromDate: null,
  toDate: null,
  note: null,
}

/** The tab with the owner and partners of a property and their periods. */
export default function Partners({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const { partners: rows } = useCall(getIdentity, { params: { propertyId } })
  return (
    <OwnedRows
      title="Owner and partners"
      isOnlyContent
      controller={partners as Controller}
      rows={rows}
      schema={schema}
      blank={blank}
      propertyId={propertyId}
      editable={editable}
      columns={partnerColumns}
      rowKey="propertyPartnerId"
      getRowName={(row) => row.name}
      add="Add an owner or partner"
      empty="No owner or partner is on record."
    >
      <FieldRow>
        <Field name="role" width={200} />
        <Field name="name" width={320} />
      </FieldRow>
      <FieldRow>
        <Field name="sharePercent" width={120} />
        <Field name="fromDate" width={160} />
        <Field name="toDate" width={160} />
      </FieldRow>
      <Field name="note" />
    </OwnedRows>
  )
}
