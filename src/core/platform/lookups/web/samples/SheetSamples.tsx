import { z } from 'zod'
import { money, text } from '#kernel/model/field.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { requiredMoney } from '#ui/form/validation.ts'
import type { Cells, SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import { Worksheet } from '#ui/worksheet/Worksheet.tsx'
import { WorksheetField } from '#ui/worksheet/WorksheetField.tsx'
import { Gallery } from '../Gallery.tsx'
import { addCheck } from './fieldSchema.ts'

const columns: readonly SheetColumn[] = [
  { key: 'prior', label: '2024', readOnly: true },
  { key: 'actual', label: '2025' },
  { key: 'proposed', label: '2026' },
  { key: 'change', label: 'Change', formula: (read) => read('proposed') - read('actual') },
  {
    key: 'percent',
    label: 'Change in %',
    kind: 'percent',
    formula: (read) =>
      read('actual') === 0 ? null : ((read('proposed') - read('actual')) / Math.abs(read('actual'))) * 100,
  },
  { key: 'note', label: 'Note', kind: 'text', width: 220 },
]
const lines: readonly SheetLine[] = [
  { key: 'income', label: 'Income', kind: 'heading' },
  { key: 'rent', label: '5120 Rent revenue' },
  { key: 'vacancy', label: '5220 Vacancies' },
  { key: 'net', label: 'Net rent', kind: 'computed', formula: (read) => read('rent') + read('vacancy') },
  { key: 'other', label: 'Other income', kind: 'heading' },
  { key: 'laundry', label: '5910 Laundry' },
  { key: 'fees', label: '5920 Fees' },
]
const row = z.object({
  account: z.string(),
  prior: money('2024'),
  actual: money('2025'),
  proposed: addCheck(money('2026'), (value) => requiredMoney(value)),
  note: text('Note', 100),
})
const schema = z.object({ lines: z.array(row).meta({ label: 'Worksheet' }) })
const sampleValues: z.infer<typeof schema> = {
  lines: [
    { account: 'rent', prior: 365_000, actual: 372_000, proposed: 384_000, note: null },
    { account: 'vacancy', prior: -18_250, actual: -18_600, proposed: -19_200, note: 'Five percent' },
    { account: 'laundry', prior: 4100, actual: 4250, proposed: null, note: null },
    { account: 'fees', prior: 900, actual: 0, proposed: 950, note: null },
  ],
}
const cells: Cells = Object.fromEntries(sampleValues.lines.map(({ account, ...rest }) => [account, rest]))

/** Shows a worksheet for a small budget, as a field of a form and read-only. */
export function SheetSamples() {
  return (
    <Gallery
      title="Worksheet"
      text="Works as a spreadsheet does: arrows, typing, Tab, copying to and from Excel, fill down, undo. Formulas and totals are updated at once."
    >
      <Form schema={schema} values={sampleValues} onSubmit={async () => undefined} label="Worksheet">
        <ErrorSummary />
        <WorksheetField<z.input<typeof schema>>
          name="lines"
          rowKey="account"
          caption="Sample budget"
          columns={columns}
          lines={lines}
        />
        <FormButtons save={null} submit="Check worksheet" />
      </Form>
      <Worksheet caption="Sample budget, read-only" columns={columns} lines={lines} cells={cells} readOnly />
    </Gallery>
  )
}
