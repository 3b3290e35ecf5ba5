import { Button } from '@mantine/core'
import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'
import {
  assistance,
  assistanceTypes,
  characteristics,
  characteristicTypes,
  getByProperty,
} from '../model/calls.ts'
import { AdditionalAssistance, PropertyCharacteristic } from '../model/entities.ts'

type Known = Answer<typeof getByProperty>
type Shown<Row> = Row & { remove: (() => void) | null }

const characteristicSchema = z.object({
  characteristicTypeId: PropertyCharacteristic.fields.characteristicTypeId,
  note: PropertyCharacteristic.fields.note,
})
const { assistanceTypeId, units, contractNumber, endsOn, note } = AdditionalAssistance.fields
const assistanceSchema = z.object({ assistanceTypeId, units, contractNumber, endsOn, note })
const drops = { alsoDrops: ['propertycharacteristic', 'additionalassistance'], quiet: true }

function useRemove() {
  const confirm = useConfirm()
  return (name: string, remove: () => Promise<unknown>) => () =>
    void confirm({
      title: `Remove ${name}`,
      text: 'It is taken from the property; the history keeps it.',
      confirmLabel: 'Remove',
      danger: true,
      action: remove,
    })
}

function RemoveCell({ of, remove }: { of: string; remove: (() => void) | null }) {
  if (!remove) return null
  return (
    <Button size="compact-xs" variant="subtle" color="red" aria-label={`Remove ${of}`} onClick={remove}>
      Remove
    </Button>
  )
}

const had = columns<Shown<Known['characteristics'][number]>>()
const hadColumns = [
  had.text('Characteristic', (row) => row.name, { width: 260 }),
  had.text('Note', (row) => row.note, { width: 320 }),
  had.node('', (row) => <RemoveCell of={row.name} remove={row.remove} />, { width: 90 }),
]

/** The features of the property. */
function Had({
  propertyId,
  rows,
  editable,
}: {
  propertyId: number
  rows: Known['characteristics']
  editable: boolean
}) {
  const types = useCall(characteristicTypes.getAll, {})
  const [create, drop] = [useSend(characteristics.create, drops), useSend(characteristics.remove, drops)]
  const removing = useRemove()
  const tableRows = rows.map((row) => ({
    ...row,
    remove: editable
      ? removing(row.name, () => drop({ params: { id: row.propertyCharacteristicId } }))
      : null,
  }))
  const free = types.filter(
    (type) => !rows.some((row) => row.characteristicTypeId === type.characteristicTypeId),
  )
  return (
    <Section title="What the property has">
      {rows.length === 0 ? (
        <p>None on record.</p>
      ) : (
        <PlainTable
          caption="Characteristics of the property"
          rows={tableRows}
          columns={hadColumns}
          rowKey={(row) => row.propertyCharacteristicId}
          height="none"
        />
      )}
      {editable && free.length > 0 && (
        <RecordDialog
          button="Add a characteristic"
          title="Characteristic of the property"
          save="Save"
          schema={characteristicSchema}
          values={{ characteristicTypeId: null, note: null }}
          send={(values) => create({ body: { ...values, propertyId } })}
        >
          <Field
            name="characteristicTypeId"
            kind="choice"
            options={free.map((item) => ({ value: item.characteristicTypeId, label: item.name }))}
            width={300}
          />
          <Field name="note" />
        </RecordDialog>
      )}
    </Section>
  )
}

const assisted = columns<Shown<Known['assistance'][number]>>()
const assistedColumns = [
  assisted.text('Program', (row) => row.name, { width: 260 }),
  assisted.number('Units', (row) => row.units, { width: 75, total: true }),
  assisted.text('Contract', (row) => row.contractNumber, { width: 140 }),
  assisted.date('Ends on', (row) => row.endsOn, { width: 105 }),
  assisted.text('Note', (row) => row.note, { width: 240 }),
  assisted.node('', (row) => <RemoveCell of={row.name} remove={row.remove} />, { width: 90 }),
]

/** The rental assistance of its units. */
function Assisted({
  propertyId,
  rows,
  editable,
}: {
  propertyId: number
  rows: Known['assistance']
  editable: boolean
}) {
  const types = useCall(assistanceTypes.getAll, {})
  const [create, drop] = [useSend(assistance.create, drops), useSend(assistance.remove, drops)]
  const removing = useRemove()
  const tableRows = rows.map((row) => ({
    ...row,
    remove: editable ? removing(row.name, () => drop({ params: { id: row.additionalAssistanceId } })) : null,
  }))
  return (
    <Section title="Additional assistance">
      {rows.length === 0 ? (
        <p>None on record.</p>
      ) : (
        <PlainTable
          caption="Assistance the property has"
          rows={tableRows}
          columns={assistedColumns}
          rowKey={(row) => row.additionalAssistanceId}
          height="none"
        />
      )}
      {editable && (
        <RecordDialog
          button="Add assistance"
          title="Additional assistance"
          save="Save"
          schema={assistanceSchema}
          values={{ assistanceTypeId: null, units: null, contractNumber: null, endsOn: null, note: null }}
          send={(values) => create({ body: { ...values, propertyId } })}
        >
          <Field
            name="assistanceTypeId"
            kind="choice"
            options={types.map((item) => ({ value: item.assistanceTypeId, label: item.name }))}
            width={340}
          />
          <FieldRow>
            <Field name="units" width={140} />
            <Field name="contractNumber" width={200} />
            <Field name="endsOn" width={160} />
          </FieldRow>
          <Field name="note" />
        </RecordDialog>
      )}
    </Section>
  )
}

/** The features of a property, and the assistance of its units. */
export default function Characteristics({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const call = useCall(getByProperty, { params: { propertyId } })
  return (
    <>
      <Had propertyId={propertyId} rows={call.characteristics} editable={editable} />
      <Assisted propertyId={propertyId} rows={call.assistance} editable={editable} />
    </>
  )
}
