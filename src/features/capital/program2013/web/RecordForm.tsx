import type { FormProps, FormValues } from '#engines/review/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { DeskPage, SheetDesk } from '#ui/worksheet/desk/SheetDesk.tsx'
import { SheetFoot } from '#ui/worksheet/desk/SheetFoot.tsx'
import { usePart } from '#ui/worksheet/desk/usePart.ts'
import type { Program2013 } from '../model/entities.ts'
import type { RecordDetail } from '../model/records.ts'
import type { RecordLists } from './formLines.ts'
import { Sheet } from './Sheet.tsx'
import { getResultFacts, useRecordFigures } from './useTyped.ts'
import { describeOrigin } from './words.ts'

const Field = getField<FormValues<typeof Program2013>>()
const LineItems = getLineItems<RecordLists>()

const unitColumns = [
  { name: 'kind' },
  { name: 'units', width: 110, total: true },
  { name: 'rent', width: 150 },
] as const
const employeeColumns = [
  { name: 'employeeType' },
  { name: 'employees', width: 100, total: true },
  { name: 'hours', width: 130 },
  { name: 'salary', width: 150 },
  { name: 'benefits', width: 150 },
  { name: 'freeUnitValue', width: 180 },
] as const
const blankEmployee = {
  program2013EmployeeTypeId: 0,
  employeeType: 'Manager',
  employees: 1,
  hours: 40,
  salary: null,
  benefits: null,
  freeUnitValue: null,
}
const debtColumns = [
  { name: 'lender' },
  { name: 'debtType', width: 140 },
  { name: 'lien', width: 80 },
  { name: 'amount', width: 140, total: true },
  { name: 'rate', width: 120 },
  { name: 'termMonths', width: 120 },
  { name: 'amortizationMonths', width: 130 },
  { name: 'annualDebtService', width: 150, total: true },
] as const
const blankDebt = {
  program2013DebtId: 0,
  lender: null,
  debtType: 'Permanent',
  lien: 1,
  amount: null,
  rate: null,
  termMonths: null,
  amortizationMonths: null,
  annualDebtService: null,
}

const parts = [
  { key: 'application', label: 'Application' },
  { key: 'units', label: 'Unit mix' },
  { key: 'lines', label: 'Income and expense' },
  { key: 'employees', label: 'Employees' },
  { key: 'debts', label: 'Debts' },
]
const partKeys = parts.map(({ key }) => key)

/** Returns the part of the form that has a field. */
function getPart(field: string): string {
  const [list = ''] = field.split('.')
  if (list === 'unitMix') return 'units'
  return partKeys.includes(list) ? list : 'application'
}

const Application = ({ detail }: { detail: RecordDetail }) => (
  <>
    <Facts
      facts={[
        { label: 'Type', value: detail.recordType },
        { label: 'Year', value: detail.year },
        { label: 'Origin', value: describeOrigin(detail) },
      ]}
      line
    />
    <FieldRow>
      <Field name="projectNumber" width={170} />
      <Field name="projectName" width={320} />
      <Field name="units" width={110} />
      <Field name="vacancyPercent" width={150} />
    </FieldRow>
    <FieldRow>
      <Field name="city" width={220} />
      <Field name="county" width={220} help={getPlaceHelp(detail)} />
      <Field name="zip" width={130} />
    </FieldRow>
    <Field name="comments" rows={3} />
  </>
)

const getPlaceHelp = ({ places, zip }: RecordDetail): string | undefined =>
  places.length > 0 ? `${zip} is in ${places.map(({ county }) => county).join(' or ')}.` : undefined

function Page({ part, detail }: { part: string; detail: RecordDetail }) {
  if (part === 'units')
    return <LineItems name="unitMix" columns={unitColumns} blank={{ kind: null, units: null, rent: null }} />
  if (part === 'employees')
    return <LineItems name="employees" columns={employeeColumns} blank={blankEmployee} maxLines={50} />
  if (part === 'debts')
    return <LineItems name="debts" columns={debtColumns} blank={blankDebt} maxLines={50} />
  return <Application detail={detail} />
}

/**
 * The form of a record, in parts: the application, the unit mix, income and expense, the employees, and the
 * debts.
 */
export function RecordForm({ detail, buttons, remove }: FormProps<RecordDetail>) {
  const [currentPart, go] = usePart(partKeys, getPart)
  const { ties, untouched, sums, vacancyPercent } = useRecordFigures(detail)
  const openTies = untouched ? [] : ties.filter(({ agrees, stops }) => stops && !agrees)
  const index = partKeys.indexOf(currentPart)
  const [before, after] = [partKeys[index - 1], partKeys[index + 1]]
  return (
    <SheetDesk
      label="Parts of the record"
      parts={parts}
      at={currentPart}
      onGo={go}
      below={remove}
      foot={
        <SheetFoot
          label="Figures of this record"
          figures={
            untouched ? [{ label: 'Record', value: 'No figures yet' }] : getResultFacts(sums, vacancyPercent)
          }
          gaps={
            openTies.length > 0
              ? [{ words: plural(openTies.length, 'tie-out', 'tie-outs'), go: () => go('lines') }]
              : []
          }
          before={before ? () => go(before) : undefined}
          after={after ? { go: () => go(after) } : undefined}
          buttons={buttons}
        />
      }
    >
      {currentPart === 'lines' ? (
        <Sheet detail={detail} />
      ) : (
        <DeskPage>
          <Page part={currentPart} detail={detail} />
        </DeskPage>
      )}
    </SheetDesk>
  )
}
