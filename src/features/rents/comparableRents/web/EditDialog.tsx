import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { today } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { reportFaults } from '#ui/form/faults.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { getRemovedIds } from '#ui/form/lines.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { type getByHeaderId, MAX_COMPARABLES, saveComparables } from '../model/calls.ts'
import { type Comparable, ComparableRent } from '../model/entities.ts'
import { checkComparables } from '../model/rules.ts'
import { getStatistics } from '../model/statistics.ts'

const { fields, content } = ComparableRent
const formFields = ['comparableRentId', 'clientKey', ...content] as const
const row = z.object(
  Object.fromEntries(formFields.map((name) => [name, fields[name]])) as Pick<
    typeof fields,
    (typeof formFields)[number]
  >,
)
/** The form's schema, which runs the same checks as the server. */
const schema = z
  .object({ comparables: z.array(row).meta({ label: 'Comparable rents', noun: 'Comparable' }) })
  .superRefine((value, check) => {
    reportFaults(check, checkComparables(value.comparables as Comparable[], today()))
  })

const LineItems = getLineItems(schema)
const Field = getField(schema)

const blank = {
  comparableRentId: 0,
  ...Object.fromEntries(content.map((name) => [name, null])),
  name: '',
  source: '',
}
const tableFields = [
  { name: 'name', required: true, headings: ['Name', 'Comparable'] },
  { name: 'bedrooms', width: 95, required: true, headings: ['BR', 'Beds'] },
  { name: 'rent', width: 100, required: true },
  { name: 'concession', width: 105 },
  { name: 'adjustment', width: 105, headings: ['Adjustments'] },
  { name: 'squareFeet', width: 90, headings: ['Sq ft', 'Size'] },
  { name: 'source', width: 150, required: true },
  { name: 'surveyedOn', width: 125, required: true, headings: ['Date', 'Source date'] },
] as const
const names = new Set<string>(tableFields.map((item) => item.name))
const detailFields = content.filter((name) => !names.has(name)).map((name) => ({ name }))
const REFRESHED_PATHS = ['comparablerent']

type ComparablesAnswer = Answer<typeof getByHeaderId>

/**
 * The dialog to enter comparable rents as a list, by typing or pasting from a spreadsheet, with their
 * statistics.
 */
export function EditDialog({ shown, onClose }: { shown: ComparablesAnswer; onClose: () => void }) {
  const { rentIncreaseRequestHeaderId, comparables, version } = shown
  const write = useWrite(REFRESHED_PATHS)
  const values = useMemo(
    () => ({ version, comparables: comparables.map((comparable) => row.strip().parse(comparable)) }),
    [comparables, version],
  )
  const save = async (payload: Record<string, unknown>) => {
    const draft = payload as { comparables: Comparable[]; version: string }
    const goneIds = getRemovedIds('comparableRentId', comparables, draft.comparables)
    const body = {
      rentIncreaseRequestHeaderId,
      version: draft.version,
      comparables: draft.comparables,
      goneIds,
    }
    await write(saveComparables, { body }, 'The comparable rents are saved.')
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title="Comparable rents" size="min(1240px, 100%)">
      <Form schema={schema} values={values} onSave={save} strict label="Comparable rents">
        <ErrorSummary />
        <LineItems
          name="comparables"
          columns={tableFields}
          blank={blank}
          maxLines={MAX_COMPARABLES}
          paste={detailFields}
          renderDetail={(index) => <DetailFields index={index} />}
          detailLabel="More"
        />
        <EditedStatistics />
        <FormButtons save="Save comparable rents" primary />
      </Form>
    </Dialog>
  )
}

function DetailFields({ index }: { index: number }) {
  return (
    <FieldRow>
      {detailFields.map(({ name }) => (
        <Field key={name} name={`comparables.${index}.${name}`} width={200} />
      ))}
    </FieldRow>
  )
}

/** Shows the statistics of the rents in the form, by unit size. */
function EditedStatistics() {
  const { form } = useFormParts<z.input<typeof schema>>()
  const editedRents = useWatch({ control: form.control, name: 'comparables' }) ?? []
  const completeRents = editedRents.filter(
    (item) => typeof item.rent === 'number' && typeof item.bedrooms === 'number',
  )
  return (
    <ul role="status">
      {getStatistics(completeRents).map(({ bedrooms, count, least, average, median, greatest }) => (
        <li key={bedrooms}>
          {bedrooms === 0 ? 'Studio' : `${bedrooms} bedrooms`} ({count}): {formatMoney(least)} to{' '}
          {formatMoney(greatest)}, average {formatMoney(average)}, median {formatMoney(median)}
        </li>
      ))}
    </ul>
  )
}
