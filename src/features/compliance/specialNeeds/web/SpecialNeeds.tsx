import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Section } from '#ui/frame/Section.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'
import { getByProjectId, holds, setAsides } from '../model/calls.ts'
import { populations } from '../model/details.ts'
import { filledWith, SpecialNeedsHold, SpecialNeedsSetAside } from '../model/entities.ts'

type SpecialNeedsAnswer = Answer<typeof getByProjectId>
type Hold = SpecialNeedsAnswer['holds'][number]

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const {
  unit,
  population,
  vacatedOn,
  notifiedOn,
  referredOn,
  filledOn,
  filledWith: rentedTo,
} = SpecialNeedsHold.fields
const holdSchema = z.object({
  unit,
  population,
  vacatedOn,
  notifiedOn,
  referredOn,
  filledOn,
  filledWith: rentedTo,
})

const HoldField = getField(holdSchema)

const { units, note } = SpecialNeedsSetAside.fields
const setAsideSchema = z.object({ population, units, note })

const SetAsideField = getField(setAsideSchema)

const blankHold = {
  unit: '',
  population: populations[0],
  vacatedOn: null,
  notifiedOn: null,
  referredOn: null,
  filledOn: null,
  filledWith: null,
}

function HoldDialog({ propertyId, hold }: { propertyId: number; hold?: Hold }) {
  const sendOptions = { alsoDrops: ['specialneedssetaside'], quiet: true }
  const [create, update] = [useSend(holds.create, sendOptions), useSend(holds.update, sendOptions)]
  const send = (values: z.infer<typeof holdSchema>) =>
    hold
      ? update({ body: { ...values, propertyId, specialNeedsHoldId: hold.specialNeedsHoldId } })
      : create({ body: { ...values, propertyId } })
  return (
    <RecordDialog
      button={hold ? 'Edit' : 'Hold a unit'}
      {...(hold ? { of: `unit ${hold.unit}` } : {})}
      title={hold ? `Unit ${hold.unit}` : 'Hold a vacated unit for a referred household'}
      save="Save"
      small={hold !== undefined}
      schema={holdSchema}
      values={hold ?? blankHold}
      send={send}
    >
      <FieldRow>
        <HoldField name="unit" width={120} />
        <HoldField name="population" options={toOptions(populations)} width={300} />
      </FieldRow>
      <FieldRow>
        <HoldField name="vacatedOn" width={160} />
        <HoldField name="notifiedOn" width={210} />
        <HoldField name="referredOn" width={190} />
      </FieldRow>
      <FieldRow>
        <HoldField name="filledOn" width={160} />
        <HoldField name="filledWith" options={toOptions(filledWith)} width={210} />
      </FieldRow>
    </RecordDialog>
  )
}

function SetAsideDialog({ propertyId }: { propertyId: number }) {
  const create = useSend(setAsides.create, { quiet: true })
  return (
    <RecordDialog
      button="Set units aside"
      title="Units set aside for a population"
      save="Save"
      schema={setAsideSchema}
      values={{ population: populations[0], units: null, note: null }}
      send={(values) => create({ body: { ...values, propertyId } })}
    >
      <FieldRow>
        <SetAsideField name="population" options={toOptions(populations)} width={300} />
        <SetAsideField name="units" width={110} />
      </FieldRow>
      <SetAsideField name="note" />
    </RecordDialog>
  )
}

const describeHold = (hold: Hold, today: string): string => {
  if (hold.filledWith)
    return `Rented to ${hold.filledWith === 'Other household' ? 'others' : 'a referred household'}`
  if (hold.referredOn) return 'Referral received'
  return hold.holdUntil < today ? 'Hold has ended' : `Held until ${formatDate(hold.holdUntil, 'MM/DD/YYYY')}`
}

const col = columns<Hold & { state: string; edit: boolean }>()
const holdColumns = [
  col.text('Unit', (hold) => hold.unit, { width: 80 }),
  col.text('Population', (hold) => hold.population, { width: 250 }),
  col.date('Vacated', (hold) => hold.vacatedOn, { width: 105 }),
  col.date('Agency notified', (hold) => hold.notifiedOn, { width: 125 }),
  col.date('Held until', (hold) => hold.holdUntil, { width: 105 }),
  col.date('Referral', (hold) => hold.referredOn, { width: 105 }),
  col.date('Rented', (hold) => hold.filledOn, { width: 105 }),
  col.text('State', (hold) => hold.state, { width: 210 }),
  col.node('', (hold) => (hold.edit ? <HoldDialog propertyId={hold.propertyId} hold={hold} /> : null), {
    width: 70,
  }),
]

/**
 * Describes the units set aside, their share of all units, those with referred households, and those owed.
 */
function describeUnits({
  setAsides: aside,
  totalUnits,
  leastPercent,
  month,
  referred,
  owed,
}: SpecialNeedsAnswer): string {
  const count = aside.reduce((sum, item) => sum + item.units, 0)
  const part = totalUnits > 0 ? ((100 * count) / totalUnits).toFixed(1) : '0'
  const lived = month ? ` ${referred} lived in by referred households at the end of ${monthName(month)}.` : ''
  const next =
    owed > 0
      ? ` ${owed} rented to others: the next ${owed === 1 ? 'vacancy is' : `${owed} vacancies are`} owed to referred households.`
      : ''
  return `${count} units set aside, ${part}% of ${totalUnits} (at least ${leastPercent}%).${lived}${next}`
}

/**
 * The special-needs section of a property: units set aside, holds, and dialogs to enter both. Renders nothing
 * if there are none and the user may not set units aside.
 */
export function SpecialNeedsSection({ propertyId }: { propertyId: number }) {
  const call = useCall(getByProjectId, { params: { projectId: propertyId } })
  const [mayHold, maySet] = [useMay(holds.create, propertyId), useMay(setAsides.create)]
  if (call.setAsides.length === 0 && call.holds.length === 0 && !maySet) return null
  const rows = call.holds.map((hold) => ({ ...hold, state: describeHold(hold, call.today), edit: mayHold }))
  return (
    <Section title="Special needs">
      <p>{describeUnits(call)}</p>
      {call.setAsides.length > 0 && (
        <p>{call.setAsides.map((setAside) => `${setAside.population}: ${setAside.units}`).join(' · ')}</p>
      )}
      {rows.length > 0 && (
        <PlainTable
          caption="Units held"
          rows={rows}
          columns={holdColumns}
          rowKey={(hold) => hold.specialNeedsHoldId}
          height="none"
        />
      )}
      {mayHold && call.setAsides.length > 0 && <HoldDialog propertyId={propertyId} />}
      {maySet && <SetAsideDialog propertyId={propertyId} />}
    </Section>
  )
}
