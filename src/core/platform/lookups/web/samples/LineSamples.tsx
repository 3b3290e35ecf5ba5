import { useState } from 'react'
import { z } from 'zod'
import { day, money, number, ref, text } from '#kernel/model/field.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { maxLength, requiredChoice, requiredMoney, requiredText } from '#ui/form/validation.ts'
import { Money } from '#ui/frame/Money.tsx'
import { Gallery } from '../Gallery.tsx'
import { addCheck, sampleChoices } from './fieldSchema.ts'

const MAX_LINES = 200

const schema = z.object({
  items: z
    .array(
      z.object({
        id: z.int(),
        work: addCheck(text('Work', 100), requiredText),
        categoryId: addCheck(ref('Category', 'Sample'), requiredChoice),
        quantity: number('Quantity', 1, 999),
        done: day('Done on'),
        amount: addCheck(money('Amount'), (value) => requiredMoney(value, { requirePositive: true })),
        remark: addCheck(text('Remark', MAX_LINES), (value) => maxLength(value, MAX_LINES)),
      }),
    )
    .min(1, 'Add at least one item.')
    .meta({ label: 'Items', noun: 'Item' }),
})

const LineItems = getLineItems(schema)
const Field = getField(schema)

const columns = [
  { name: 'work' },
  { name: 'categoryId', width: 190, options: sampleChoices },
  { name: 'quantity', width: 90 },
  { name: 'done', width: 130 },
  { name: 'amount', width: 130, total: true, rounding: false },
] as const
const blank = { id: 0, work: null, categoryId: null, quantity: null, done: null, amount: null, remark: null }
const values = {
  items: [
    {
      ...blank,
      id: 1,
      work: 'Replace water heater',
      categoryId: 3,
      quantity: 1,
      done: '2026-03-15',
      amount: 1250.5,
    },
    {
      ...blank,
      id: 2,
      work: 'Repair roof over Building 4',
      categoryId: 1,
      quantity: 1,
      done: '2026-03-20',
      amount: 8400,
    },
  ],
}

/** Shows a list of lines in a form, which can be added, copied and removed with keys, and their sum. */
export function LineSamples() {
  const [totals, setTotals] = useState<Record<string, number>>({})
  return (
    <Gallery
      title="Lines"
      text="Enter goes to the same cell of the next line, Ctrl+Enter adds one; removing a line can be undone. On a narrow page each line becomes a card."
    >
      <Form schema={schema} values={values} onSubmit={async () => undefined} label="Lines">
        <ErrorSummary />
        <LineItems
          name="items"
          columns={columns}
          blank={blank}
          onTotals={setTotals}
          renderDetail={(index) => <Field name={`items.${index}.remark`} />}
          detailLabel="Remark"
        />
        <p>
          The sum, told to the page as it is typed: <Money value={totals.amount ?? 0} />
        </p>
        <FormButtons save={null} submit="Check lines" />
      </Form>
    </Gallery>
  )
}
