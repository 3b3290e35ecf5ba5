import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { financialInstitutions } from '#core/money/financialInstitutions/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { getAnnualStatementSchedule, type Part, type ScheduleRow } from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { getComputedFigures, getEntryColumns, getOrigins } from './columns.ts'

type ScheduleValues = Record<Part, ScheduleRow[]>
const Field = getField<ScheduleValues>()

/**
 * The expanded details of a line: its other columns, its computed values, and the origins of its figures.
 */
export function LineDetail({ part, index, detail }: { part: Part; index: number; detail: Detail }) {
  const { form } = useFormParts<ScheduleValues>()
  const schedule = getAnnualStatementSchedule(part)
  const row = useWatch({ control: form.control, name: `${part}.${index}` }) ?? {}
  const storedRow = detail[part].find((item) =>
    row[schedule.key] ? item[schedule.key] === row[schedule.key] : item.clientKey === row.clientKey,
  )
  const { expanded: detailColumns } = getEntryColumns(schedule)
  return (
    <>
      <FieldRow>
        {detailColumns.map((name) =>
          name === 'financialInstitutionId' ? (
            <Suspense key={name} fallback={null}>
              <Institution name={`${part}.${index}.${name}`} />
            </Suspense>
          ) : (
            <Field key={name} name={`${part}.${index}.${name}`} {...getWidth(name)} {...exactFigures} />
          ),
        )}
      </FieldRow>
      <Facts facts={[...getComputedFigures(part, row), ...getOrigins(part, row, storedRow, detail)]} />
    </>
  )
}

/** Selects a financial institution. An inactive one is listed only if it is the selected one. */
function Institution({ name }: { name: `${Part}.${number}.financialInstitutionId` }) {
  const { form } = useFormParts<ScheduleValues>()
  const selectedId = useWatch({ control: form.control, name })
  const options = useCall(financialInstitutions.getAll, {})
    .filter((item) => item.active || item.financialInstitutionId === selectedId)
    .map((item) => ({
      value: item.financialInstitutionId,
      label: [item.name, item.city].filter(Boolean).join(', '),
    }))
  return <Field name={name} options={options} width={320} />
}

/** Amounts have cents, percents four decimals, and both may be negative. */
const exactFigures = { rounding: false, negative: true, decimals: 4 }
const getWidth = (name: string) =>
  ['relationship', 'requestNumbers', 'address'].includes(name) ? { width: 420 } : { width: 200 }
