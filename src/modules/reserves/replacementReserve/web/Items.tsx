import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import {
  ItemDetails,
  Items as ItemsOfRequest,
  OldInvoices,
  type OpenedItem,
  useVendorOptions,
} from '#modules/shared/invoicedItems/web/index.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/requests.ts'
import { documentsWanted, MOST_ITEMS } from '../model/rules.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { columnsFor, documentKinds, extraPasteColumns } from './itemColumns.ts'
import { type FormItem, kind } from './kind.ts'
import { useCategories, Warnings } from './Warnings.tsx'

/** Shows the items of a request while it is written, with their documents and the reserve next to them. */
export function Items({ detail, ...part }: PartProps<Detail> & { known: { current: Detail } }) {
  const { form } = useFormParts()
  const categories = useCategories()
  const vendors = useVendorOptions(detail.items)
  const requestType = useWatch({ control: form.control, name: 'requestType' }) as string
  const columns = useMemo(
    () => columnsFor(categories, vendors, requestType),
    [categories, vendors, requestType],
  )
  return (
    <ItemsOfRequest<FormItem, Detail>
      kind={kind}
      detail={detail}
      {...part}
      mostItems={MOST_ITEMS}
      columns={columns}
      paste={extraPasteColumns}
      documentKinds={documentKinds(requestType)}
      wantedOf={(item) => documentsWanted(requestType, item, detail.rules)}
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

/** What opens below an item: age and quantity, the comment on a duplicate, payment, documents. */
function Details({ item, path, ...part }: OpenedItem<FormItem, Detail>) {
  const { form } = useFormParts()
  const requestType = useWatch({ control: form.control, name: 'requestType' }) as string
  const needed = documentsWanted(requestType, item, part.detail.rules).map((item) => item.kind)
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
