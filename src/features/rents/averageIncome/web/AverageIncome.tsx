import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import type { TabProps } from '#kernel/web/module.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { reportFaults } from '#ui/form/faults.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { getRemovedIds } from '#ui/form/lines.ts'
import { useHolds, useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { getByProjectId, MAX_UNITS, saveDesignations } from '../model/calls.ts'
import { AverageIncomeTest, writableFields } from '../model/entities.ts'
import { checkDesignations, type SentUnit } from '../model/rules.ts'
import { ResultsAndHistory } from './ResultsAndHistory.tsx'
import { TestResult } from './TestResult.tsx'
import { YearPart } from './YearPart.tsx'

const { fields } = AverageIncomeTest
const formFields = ['averageIncomeTestId', 'clientKey', ...writableFields] as const
const row = z.object(
  Object.fromEntries(formFields.map((name) => [name, fields[name]])) as Pick<
    typeof fields,
    (typeof formFields)[number]
  >,
)
type Values = { units: z.input<typeof row>[] }

const LineItems = getLineItems<Values>()
const Field = getField<Values>()

/** Builds the form's schema, which runs the same checks as the server. */
const getSchema = (election: Election) =>
  z
    .object({ units: z.array(row).meta({ label: 'Designations', noun: 'Unit' }) })
    .superRefine((value, check) => {
      reportFaults(check, checkDesignations(value.units as SentUnit[], election))
    })
const blank = {
  averageIncomeTestId: 0,
  ...Object.fromEntries(writableFields.map((name) => [name, null])),
  unit: '',
  vacant: false,
  outsideGroup: false,
}
/** The fields shown below a unit. They can also be pasted. */
const detailFields = [
  { name: 'bin', headings: ['BIN', 'Building'] },
  { name: 'outsideGroup' },
  { name: 'otherLimitPercent', headings: ['HOME limit', 'Other limit'] },
  { name: 'nextUnit' },
  { name: 'reason', headings: ['Reason'] },
] as const
const REFRESHED_PATHS = ['averageincometest', 'tasks', 'rentincrease']

type Election = Answer<typeof getByProjectId>

/**
 * The tab with the designations of a property, the average recomputed while they are edited, and earlier
 * results (domain 34).
 */
export default function AverageIncome({ propertyId }: TabProps['property']) {
  if (!useHolds('Occupancy', 'read', propertyId))
    return <p>Everyone who can see the occupancy of this property can see it.</p>
  return <Designations propertyId={propertyId} />
}

function Designations({ propertyId }: { propertyId: number }) {
  const call = useCall(getByProjectId, { params: { projectId: propertyId } })
  if (!call.elected) return <p>This property has not elected the average income test.</p>
  return (
    <>
      <UnitsForm shown={call} />
      <YearPart propertyId={propertyId} />
      <ResultsAndHistory propertyId={propertyId} results={call.results} />
    </>
  )
}

function UnitsForm({ shown }: { shown: Election }) {
  const { propertyId, unitTypes } = shown
  const write = useWrite(REFRESHED_PATHS)
  const mayWrite = useMay(saveDesignations, propertyId)
  const values = useMemo(
    () => ({ version: shown.version, units: shown.units.map((unit) => row.strip().parse(unit)) }),
    [shown],
  )
  const schema = useMemo(() => getSchema(shown), [shown])
  const columns = useMemo(() => getColumns(unitTypes), [unitTypes])
  const details = useCallback((index: number) => <UnitDetails index={index} />, [])
  const save = async (payload: Record<string, unknown>) => {
    const { units, version } = payload as { units: { averageIncomeTestId: number }[]; version: number }
    const goneIds = getRemovedIds('averageIncomeTestId', shown.units, units)
    await write(
      saveDesignations,
      { body: { propertyId, version, units, goneIds } },
      'The designations are saved.',
    )
  }
  return (
    <Form schema={schema} values={values} onSave={save} strict readOnly={!mayWrite} label="Designations">
      <ErrorSummary />
      <TestResult {...shown} />
      <LineItems
        name="units"
        columns={columns}
        blank={blank}
        maxLines={MAX_UNITS}
        paste={detailFields}
        renderDetail={details}
        detailLabel="More"
      />
      <FormButtons save="Save designations" primary />
    </Form>
  )
}

const getColumns = (unitTypes: Election['unitTypes']) =>
  [
    { name: 'unit', width: 80, required: true },
    {
      name: 'projectRoomTypeId',
      required: true,
      options: unitTypes.map((type) => ({ value: type.projectRoomTypeId, label: type.name })),
      headings: ['Type', 'Unit size'],
    },
    { name: 'designatedPercent', width: 105, headings: ['Designated', 'AMI', 'Percent'] },
    { name: 'effectiveDate', width: 125 },
    { name: 'tenantIncomePercent', width: 110, headings: ['Household income', 'Income'] },
    { name: 'vacant', width: 70, required: false },
  ] as const

function UnitDetails({ index }: { index: number }) {
  const getFieldPath = <Name extends string>(name: Name) => `units.${index}.${name}` as const
  return (
    <FieldRow>
      <Field name={getFieldPath('bin')} width={170} />
      <Field name={getFieldPath('outsideGroup')} words="Left out of the qualified group" />
      <Field
        name={getFieldPath('otherLimitPercent')}
        width={190}
        help="Such as HOME: the stricter limit holds."
      />
      <Field
        name={getFieldPath('nextUnit')}
        width={190}
        help="Answers the reminder of a household over income."
      />
      <Field name={getFieldPath('reason')} />
    </FieldRow>
  )
}
