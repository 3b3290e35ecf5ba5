import type { Controller } from '#kernel/model/controller.ts'
import type { Row } from '#kernel/model/entity.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { formerNames, getIdentity } from '../model/calls.ts'
import { PropertyFormerName } from '../model/entities.ts'
import { OwnedRows } from './OwnedRows.tsx'

const col = columns<Row<typeof PropertyFormerName>>()
const nameColumns = [
  col.text('Kind', (row) => row.kind, { width: 90 }),
  col.text('Name or number', (row) => row.name, { width: 320 }),
  col.date('Until', (row) => row.untilDay, { width: 105 }),
  col.text('Note', (row) => row.note, { width: 300 }),
]
const schema = PropertyFormerName.input.omit({ propertyFormerNameId: true, propertyId: true })

const Field = getField(schema)

const blank = { kind: 'Name', name: '', untilDay: null, note: null }

/** The tab with the former names of a property. The search finds the property by them too. */
export default function FormerNames({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const { formerNames: rows } = useCall(getIdentity, { params: { propertyId } })
  return (
    <OwnedRows
      title="Former names and numbers"
      isOnlyContent
      controller={formerNames as Controller}
      rows={rows}
      schema={schema}
      blank={blank}
      propertyId={propertyId}
      editable={editable}
      columns={nameColumns}
      rowKey="propertyFormerNameId"
      getRowName={(row) => row.name}
      add="Add a former name"
      empty="It has no former names. When a name or number is changed, the former one is added here."
    >
      <FieldRow>
        <Field name="kind" width={140} />
        <Field name="name" width={320} />
        <Field name="untilDay" width={160} />
      </FieldRow>
      <Field name="note" />
    </OwnedRows>
  )
}
