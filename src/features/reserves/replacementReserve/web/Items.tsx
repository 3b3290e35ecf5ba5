import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { FormValues, PartProps } from '#engines/review/web/index.ts'
import {
  type ItemDetailProps,
  ItemDetails,
  InvoicedItems as ItemsOfRequest,
  OldInvoices,
  useVendorOptions,
} from '#features/shared/invoicedItems/web/index.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import type { ReplacementReserveRequest } from '../model/entities.ts'
import type { RequestDetail } from '../model/requests.ts'
import { getRequiredDocuments, MAX_ITEMS } from '../model/rules.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { extraPasteColumns, getDocumentKinds, getItemColumns } from './itemColumns.ts'
import { type FormItem, kind } from './kind.ts'
import { useCategories, Warnings } from './Warnings.tsx'

const Field = getField<{ items: FormItem[] }>()

/** The form of the items in a request, each with its documents, and the reserve balance below. */
export function Items({ detail, ...part }: PartProps<RequestDetail> & { known: { current: RequestDetail } }) {
  const { form } = useFormParts<FormValues<typeof ReplacementReserveRequest>>()
  const categories = useCategories()
  const vendors = useVendorOptions(detail.items)
  const requestType = useWatch({ control: form.control, name: 'requestType' })
  const columns = useMemo(
    () => getItemColumns(categories, vendors, requestType),
    [categories, vendors, requestType],
  )
  return (
    <ItemsOfRequest<FormItem, RequestDetail>
      kind={kind}
      detail={detail}
      {...part}
      mostItems={MAX_ITEMS}
      columns={columns}
      paste={extraPasteColumns}
      documentKinds={getDocumentKinds(requestType)}
      wantedOf={(item) => getRequiredDocuments(requestType, item, detail.rules)}
      Details={Details}
      below={(items) => (
        <>
          <BalancePanel detail={detail} items={items} />
          {!detail.submittedAsException && <OldInvoices kind={kind} request={detail} items={items} />}
          <Warnings detail={detail} items={items} />
        </>
      )}
    />
  )
}

/**
 * The further fields that open below an item: age, quantity, comment on a duplicate, payment and documents.
 */
function Details({ item, path, ...part }: ItemDetailProps<FormItem, RequestDetail>) {
  const { form } = useFormParts<FormValues<typeof ReplacementReserveRequest>>()
  const requestType = useWatch({ control: form.control, name: 'requestType' })
  const needed = getRequiredDocuments(requestType, item, part.detail.rules).map((item) => item.kind)
  const optionalKinds = [
    ...(item.payVendorDirectly ? ['W-9'] : []),
    ...(requestType === 'Advance review' ? ['Photo'] : []),
  ]
  return (
    <ItemDetails kind={kind} {...part} item={item} path={path} needed={needed} further={optionalKinds}>
      <FieldRow>
        <Field name={path('age')} label="Age of what is replaced, in years" width={220} />
        <Field name={path('quantity')} width={120} />
        <Field name={path('payVendorDirectly')} words="The agency pays the vendor directly (needs a W-9)" />
      </FieldRow>
    </ItemDetails>
  )
}
