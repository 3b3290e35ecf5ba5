import { useMemo } from 'react'
import type { PartProps } from '#engines/review/web/index.ts'
import {
  type ItemDetailProps,
  ItemDetails,
  InvoicedItems as ItemsOfRequest,
  locationPasteColumns,
  OldInvoices,
  PaidFields,
  paidColumns,
  paidInvoiceKinds,
  photoKind,
  useVendorOptions,
  w9Kind,
} from '#features/shared/invoicedItems/web/index.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import type { RequestDetail } from '../model/operating.ts'
import { type CostType, FINANCIALS, getRequiredDocuments, MAX_ITEMS } from '../model/rules.ts'
import { type FormItem, kind } from './kind.ts'
import { Need } from './Need.tsx'

const Field = getField<{ items: FormItem[] }>()

const otherDocument: DocumentKind = { kind: 'Other', words: ['letter', 'notice', 'lease', 'other'] }
const documentKinds = [...paidInvoiceKinds, photoKind, w9Kind, otherDocument]
const requestDocumentTypes = [FINANCIALS]

const getType = ({ types }: RequestDetail, item: FormItem) =>
  types.find((type) => type.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId)

/** The form of the costs in a request, each with its documents. */
export function Items({ detail, ...part }: PartProps<RequestDetail> & { known: { current: RequestDetail } }) {
  const vendors = useVendorOptions(detail.items)
  const columns = useMemo(() => getColumns(detail.types, vendors), [detail.types, vendors])
  return (
    <ItemsOfRequest<FormItem, RequestDetail>
      kind={kind}
      detail={detail}
      {...part}
      mostItems={MAX_ITEMS}
      columns={columns}
      paste={locationPasteColumns}
      documentKinds={documentKinds}
      ofRequest={requestDocumentTypes}
      wantedOf={(item) =>
        getRequiredDocuments(getType(detail, item), item).map((text) => ({ kind: text, wanted: 1 }))
      }
      Details={Details}
      below={(items) => (
        <>
          <Need detail={detail} items={items} />
          {!detail.submittedAsException && <OldInvoices kind={kind} request={detail} items={items} />}
        </>
      )}
    />
  )
}

const getColumns = (types: readonly CostType[], vendors: ReturnType<typeof useVendorOptions>) =>
  [
    {
      name: 'operatingReserveRequestTypeId',
      width: 150,
      required: true,
      options: types.map((type) => ({ value: type.operatingReserveRequestTypeId, label: type.name })),
      headings: ['Kind', 'Type'],
    },
    { name: 'description', required: true, headings: ['Cost', 'Item', 'Work'] },
    ...paidColumns(vendors),
  ] as const

/** The further fields that open below an item: those of its kind of cost, its payment, and its documents. */
function Details({ item, path, ...part }: ItemDetailProps<FormItem, RequestDetail>) {
  const type = getType(part.detail, item)
  const needed = getRequiredDocuments(type, item)
  const optionalTypes = ['Invoice', photoKind.kind].filter((text) => !needed.includes(text))
  const optionalKinds = [
    ...(item.payVendorDirectly ? [w9Kind.kind] : []),
    ...optionalTypes,
    otherDocument.kind,
  ]
  return (
    <ItemDetails kind={kind} {...part} item={item} path={path} needed={needed} further={optionalKinds}>
      <FieldRow>
        {type?.name === 'Other' && <Field name={path('otherDescription')} required />}
        <PaidFields path={path} />
      </FieldRow>
      {type?.forHousehold && (
        <FieldRow>
          <Field name={path('headOfHousehold')} required width={240} />
          <Field name={path('income')} width={140} />
          <Field name={path('numInHousehold')} required width={140} />
          <Field name={path('effectiveDate')} required width={160} />
          <Field name={path('serviceRequested')} required />
        </FieldRow>
      )}
    </ItemDetails>
  )
}
