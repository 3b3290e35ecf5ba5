import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { percent } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { getRounding, raiseFees } from '../model/calls.ts'
import { feeYear } from '../model/entities.ts'
import { getLastOfYear, raiseAmount } from '../model/fees.ts'
import { type FeeType, isPercent, type Max } from './sheet.ts'

const schema = z.object({
  year: feeYear,
  ocafPercent: percent('OCAF').unwrap().min(0, 'Enter 0 or more.').max(30, 'Enter 30 or less.'),
})

const Field = getField(schema)

/** The dialog that creates the maxima of a year from those of the prior year. It previews the new amounts. */
export function RaiseDialog({
  maxima,
  types,
  onClose,
}: {
  maxima: readonly Max[]
  types: readonly FeeType[]
  onClose: () => void
}) {
  const raise = useSend(raiseFees, { quiet: true })
  const [values] = useState({
    year: Math.max(...maxima.map((item) => item.year), 1990) + 1,
    ocafPercent: null,
  })
  const submit = async (payload: Record<string, unknown>) => {
    const body = schema.parse(payload)
    await raise({ body })
    notify(`The maxima of ${body.year} are made.`)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title="Raise by OCAF" size="lg">
      <p>
        HUD publishes the operating cost adjustment factor each year. Dollars are raised by it; percents are
        taken over.
      </p>
      <Form schema={schema} values={values} onSubmit={submit} label="Raise by OCAF">
        <ErrorSummary />
        <FieldRow>
          <Field name="year" width={120} />
          <Field name="ocafPercent" width={180} help="For the state; digits 520 are 5.20%." />
        </FieldRow>
        <RaisePreview maxima={maxima} types={types} />
        <FormButtons save={null} submit="Make the maxima" />
      </Form>
    </Dialog>
  )
}

/** Previews the raised amounts. */
function RaisePreview({ maxima, types }: { maxima: readonly Max[]; types: readonly FeeType[] }) {
  const step = useCall(getRounding, {})
  const { form } = useFormParts<z.input<typeof schema>>()
  const [year, points] = useWatch({ control: form.control, name: ['year', 'ocafPercent'] }) as [
    unknown,
    unknown,
  ]
  if (typeof year !== 'number' || typeof points !== 'number') return null
  const raisedTypes = types.flatMap((type) => {
    const max = getLastOfYear(maxima, year - 1).find(
      (item) => item.managementFeeTypeId === type.managementFeeTypeId,
    )
    return max?.amount != null && !isPercent(type) ? [{ name: type.name, amount: max.amount }] : []
  })
  return (
    <ul aria-label="New amounts">
      {raisedTypes.map(({ name, amount }) => (
        <li key={name}>
          {name}: {formatMoney(amount)} becomes {formatMoney(raiseAmount(amount, points, step))}
        </li>
      ))}
      {raisedTypes.length === 0 && <li>There are no amounts of {year - 1} to raise.</li>}
    </ul>
  )
}
