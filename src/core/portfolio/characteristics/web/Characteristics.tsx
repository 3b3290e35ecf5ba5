import { Button } from '@mantine/core'
import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
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

type PropertyCharacteristics = Answer<typeof getByProperty>
type WithRemove<Row> = Row & { remove: (() => void) | null }

const characteristicSchema = z.object({
  characteristicTypeId: PropertyCharacteristic.fields.characteristicTypeId,
  note: PropertyCharacteristic.fields.note,
})

const CharacteristicField = getField(characteristicSchema)

const { assistanceTypeId, units, contractNumber, endsOn, note } = AdditionalAssistance.fields
const assistanceSchema = z.object({ assistanceTypeId, units, contractNumber, endsOn, note })

const AssistanceField = getField(assistanceSchema)

const sendOptions = { alsoDrops: ['propertycharacteristic', 'additionalassistance'], quiet: true }

/** Returns a function that builds the handler of a remove button, which asks for confirmation first. */
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

const characteristicCol = columns<WithRemove<PropertyCharacteristics['characteristics'][number]>>()
const characteristicColumns = [
  characteristicCol.text('Characteristic', (row) => row.name, { width: 260 }),
  characteristicCol.text('Note', (row) => row.note, { width: 320 }),
  characteristicCol.node('', (row) => <RemoveCell of={row.name} remove={row.remove} />, { width: 90 }),
]

/** The table of the property’s characteristics, with buttons to add and remove them if `editable`. */
function CharacteristicsSection({
  propertyId,
  rows,
  editable,
}: {
  propertyId: number
  rows: PropertyCharacteristics['characteristics']
  editable: boolean
}) {
  const types = useCall(characteristicTypes.getAll, {})
  const [create, drop] = [
    useSend(characteristics.create, sendOptions),
    useSend(characteristics.remove, sendOptions),
  ]
  const buildRemove = useRemove()
  const tableRows = rows.map((row) => ({
    ...row,
    remove: editable
      ? buildRemove(row.name, () => drop({ params: { id: row.propertyCharacteristicId } }))
      : null,
  }))
  const unusedTypes = types.filter(
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
          columns={characteristicColumns}
          rowKey={(row) => row.propertyCharacteristicId}
          height="none"
        />
      )}
      {editable && unusedTypes.length > 0 && (
        <RecordDialog
          button="Add a characteristic"
          title="Characteristic of the property"
          save="Save"
          schema={characteristicSchema}
          values={{ characteristicTypeId: null, note: null }}
          send={(values) => create({ body: { ...values, propertyId } })}
        >
          <CharacteristicField
            name="characteristicTypeId"
            kind="choice"
            options={unusedTypes.map((item) => ({ value: item.characteristicTypeId, label: item.name }))}
            width={300}
          />
          <CharacteristicField name="note" />
        </RecordDialog>
      )}
    </Section>
  )
}

const assistanceCol = columns<WithRemove<PropertyCharacteristics['assistance'][number]>>()
const assistanceColumns = [
  assistanceCol.text('Program', (row) => row.name, { width: 260 }),
  assistanceCol.number('Units', (row) => row.units, { width: 75, total: true }),
  assistanceCol.text('Contract', (row) => row.contractNumber, { width: 140 }),
  assistanceCol.date('Ends on', (row) => row.endsOn, { width: 105 }),
  assistanceCol.text('Note', (row) => row.note, { width: 240 }),
  assistanceCol.node('', (row) => <RemoveCell of={row.name} remove={row.remove} />, { width: 90 }),
]

/** The table of the rental assistance for the property’s units, editable if `editable`. */
function AssistanceSection({
  propertyId,
  rows,
  editable,
}: {
  propertyId: number
  rows: PropertyCharacteristics['assistance']
  editable: boolean
}) {
  const types = useCall(assistanceTypes.getAll, {})
  const [create, drop] = [useSend(assistance.create, sendOptions), useSend(assistance.remove, sendOptions)]
  const buildRemove = useRemove()
  const tableRows = rows.map((row) => ({
    ...row,
    remove: editable
      ? buildRemove(row.name, () => drop({ params: { id: row.additionalAssistanceId } }))
      : null,
  }))
  return (
    <Section title="Additional assistance">
      {rows.length === 0 ? (
        <p>None on record.</p>
      ) : (
        <PlainTable
          caption="Assistance the property has"
          rows={tableRows}
          columns={assistanceColumns}
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
          <AssistanceField
            name="assistanceTypeId"
            kind="choice"
            options={types.map((item) => ({ value: item.assistanceTypeId, label: item.name }))}
            width={340}
          />
          <FieldRow>
            <AssistanceField name="units" width={140} />
            <AssistanceField name="contractNumber" width={200} />
            <AssistanceField name="endsOn" width={160} />
          </FieldRow>
          <AssistanceField name="note" />
        </RecordDialog>
      )}
    </Section>
  )
}

/** The property tab with its characteristics and the rental assistance for its units. */
export default function Characteristics({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const call = useCall(getByProperty, { params: { propertyId } })
  return (
    <>
      <CharacteristicsSection propertyId={propertyId} rows={call.characteristics} editable={editable} />
      <AssistanceSection propertyId={propertyId} rows={call.assistance} editable={editable} />
    </>
  )
}
