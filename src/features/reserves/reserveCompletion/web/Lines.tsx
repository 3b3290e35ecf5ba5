import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ReadAmounts } from '#core/platform/files/web/index.ts'
import type { FormLines, PartProps } from '#engines/review/web/index.ts'
import { OldInvoices } from '#features/shared/invoicedItems/web/index.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { type CompletionDetail, completions } from '../model/completions.ts'
import { CompletionItem } from '../model/entities.ts'

const { fields } = CompletionItem
const shape = z.object({
  replacementReserveCompletionItemId: fields.replacementReserveCompletionItemId,
  descriptionOfWork: z.string().nullable().meta({ label: 'Work', kind: 'text' }),
  remaining: z.number().nullable().meta({ label: 'Pre-approved', kind: 'money' }),
  invoiceNumber: fields.invoiceNumber,
  invoiceDate: fields.invoiceDate,
  invoicedAmount: fields.invoicedAmount,
  checkNumber: fields.checkNumber,
  payVendorDirectly: fields.payVendorDirectly,
  duplicateInvoiceComment: fields.duplicateInvoiceComment,
})
type FormLine = z.infer<typeof shape>
type Values = { items: FormLine[] }

const LineItems = getLineItems<Values>()
const Field = getField<Values>()

/** The lines of a completion in the form: their shape, their values, and how they are sent. */
export const formLines = {
  shape: { items: z.array(shape).meta({ label: 'Items', noun: 'Item' }) },
  valuesOf: ({ items }) => ({ items: items.map((line) => shape.parse(line)) }),
  sent: ({ items }) => ({
    items: (items as FormLine[]).map(({ descriptionOfWork: _, remaining: __, ...line }) => line),
  }),
} satisfies FormLines<CompletionDetail>

const columns = [
  { name: 'descriptionOfWork', readOnly: true },
  { name: 'remaining', width: 125, total: true, readOnly: true, rounding: false },
  { name: 'invoiceNumber', width: 120 },
  { name: 'invoiceDate', width: 130 },
  { name: 'checkNumber', width: 100 },
  { name: 'invoicedAmount', width: 130, total: true, rounding: false },
] as const

/** The form of the lines: the invoice and the cost of each pre-approved item. */
export function Lines({ detail }: PartProps<CompletionDetail>) {
  const { form } = useFormParts<Values>()
  const lines = useWatch({ control: form.control, name: 'items' })
  return (
    <>
      <LineItems
        name="items"
        columns={columns}
        blank={{}}
        resizable={false}
        detailLabel="Payment"
        renderDetail={(index) => <Payment index={index} detail={detail} />}
      />
      {!detail.submittedAsException && (
        <OldInvoices kind={{ review: completions }} request={detail} items={lines} />
      )}
    </>
  )
}

function Payment({ index, detail }: { index: number; detail: CompletionDetail }) {
  const { form } = useFormParts<Values>()
  const line = useWatch({ control: form.control, name: `items.${index}` })
  const item = detail.items.find(
    (item) => item.replacementReserveCompletionItemId === line?.replacementReserveCompletionItemId,
  )
  if (!line || !item) return null
  return (
    <>
      <ReadAmounts
        files={detail.files}
        onTake={(amount) => form.setValue(`items.${index}.invoicedAmount`, amount, { shouldDirty: true })}
      />
      <FieldRow>
        <Field
          name={`items.${index}.payVendorDirectly`}
          words={`The agency pays ${item.vendorName ?? 'the vendor'} directly (needs a W-9${item.vendorHasW9 ? ', which is on record' : ''})`}
        />
      </FieldRow>
      {item.duplicates.map((match) => (
        <p key={`${match.moduleName}-${match.itemId}`}>{match.message}</p>
      ))}
      {(item.duplicates.length > 0 || line.duplicateInvoiceComment) && (
        <Field name={`items.${index}.duplicateInvoiceComment`} rows={2} />
      )}
    </>
  )
}
