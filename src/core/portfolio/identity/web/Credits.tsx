import type { Controller } from '#kernel/model/controller.ts'
import type { Row } from '#kernel/model/entity.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { allocations, getIdentity, programNumbers } from '../model/calls.ts'
import { CreditAllocation, PropertyProgramNumber } from '../model/entities.ts'
import { computeCreditPeriods } from '../model/periods.ts'
import { OwnedRows } from './OwnedRows.tsx'

const credit = columns<Row<typeof CreditAllocation>>()
const creditColumns = [
  credit.text('Credit', (row) => row.credit, { width: 80 }),
  credit.text('LIHTC number', (row) => row.lihtcNumber, { width: 115 }),
  credit.text('Building (BIN)', (row) => row.bin, { width: 125 }),
  credit.text('Allocated', (row) => row.allocatedYear, { width: 90 }),
  credit.money('Credit a year', (row) => row.annualCredit, { width: 125, total: true }),
  credit.text('Set-aside', (row) => row.setAside, { width: 110 }),
  credit.text('First year', (row) => row.firstCreditYear, { width: 90 }),
  credit.date('Compliance ends', (row) => computeCreditPeriods(row).complianceEnds, { width: 130 }),
  credit.date('Extended use ends', (row) => computeCreditPeriods(row).extendedUseEnds, { width: 140 }),
  credit.text('Note', (row) => row.note, { width: 150 }),
]
const creditSchema = CreditAllocation.input.omit({ creditAllocationId: true, propertyId: true })

const CreditField = getField(creditSchema)

const blankCredit = {
  lihtcNumber: null,
  bin: null,
  credit: '9%',
  allocatedYear: null,
  annualCredit: null,
  setAside: null,
  firstCreditYear: null,
  extendedUseYears: 30,
  note: null,
}

const number = columns<Row<typeof PropertyProgramNumber>>()
const numberColumns = [
  number.text('Program', (row) => row.kind, { width: 180 }),
  number.text('Number', (row) => row.number, { width: 200 }),
  number.text('Note', (row) => row.note, { width: 320 }),
]
const numberSchema = PropertyProgramNumber.input.omit({ propertyProgramNumberId: true, propertyId: true })

const NumberField = getField(numberSchema)

const blankNumber = { kind: 'HUD property', number: '', note: null }

/** The tab with a property's credits, their periods, and the numbers that programs give the property. */
export default function Credits({ propertyId, editable }: { propertyId: number; editable: boolean }) {
  const call = useCall(getIdentity, { params: { propertyId } })
  return (
    <>
      <OwnedRows
        propertyId={propertyId}
        editable={editable}
        rows={call.allocations}
        columns={creditColumns}
        schema={creditSchema}
        blank={blankCredit}
        title="Credits"
        controller={allocations as Controller}
        rowKey="creditAllocationId"
        getRowName={(row) => `credits ${[row.credit, row.bin].filter(Boolean).join(' ')}`}
        add="Add credits"
        empty="No allocation of credits is on record."
      >
        <CreditFields buildings={call.buildings} />
      </OwnedRows>
      <OwnedRows
        propertyId={propertyId}
        editable={editable}
        rows={call.numbers}
        columns={numberColumns}
        schema={numberSchema}
        blank={blankNumber}
        title="Numbers of programs"
        controller={programNumbers as Controller}
        rowKey="propertyProgramNumberId"
        getRowName={(row) => `${row.kind} ${row.number}`}
        add="Add a number"
        empty="No program’s number is on record."
      >
        <FieldRow>
          <NumberField name="kind" width={220} />
          <NumberField name="number" width={220} />
        </FieldRow>
        <NumberField name="note" />
      </OwnedRows>
    </>
  )
}

const CreditFields = ({ buildings }: { buildings: readonly string[] }) => (
  <>
    <FieldRow>
      <CreditField name="credit" width={180} />
      <CreditField name="lihtcNumber" width={160} />
      {buildings.length > 0 && (
        <CreditField
          name="bin"
          kind="choice"
          width={190}
          options={buildings.map((bin) => ({ value: bin, label: bin }))}
        />
      )}
      <CreditField name="allocatedYear" width={120} />
      <CreditField name="annualCredit" width={160} />
    </FieldRow>
    <FieldRow>
      <CreditField name="setAside" width={180} />
      <CreditField name="firstCreditYear" width={140} />
      <CreditField name="extendedUseYears" width={160} />
    </FieldRow>
    <CreditField name="note" />
  </>
)
