import { useMemo } from 'react'
import {
  ItemDetails,
  Items as ItemsOfRequest,
  OldInvoices,
  type OpenedItem,
  PaidFields,
  paidColumns,
  paidKinds,
  photoKind,
  placeColumn,
  useVendorOptions,
  w9Kind,
} from '#modules/shared/invoicedItems/web/index.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import type { DocumentKind } from '#ui/form/matchFiles.ts'
import type { Detail } from '../model/operating.ts'
import { type CostType, documentsWanted, FINANCIALS, MOST_ITEMS } from '../model/rules.ts'
import { type FormItem, kind } from './kind.ts'
import { Need } from './Need.tsx'

const other: DocumentKind = { kind: 'Other', words: ['letter', 'notice', 'lease', 'other'] }
const documentKinds = [...paidKinds, photoKind, w9Kind, other]
const ofRequest = [FINANCIALS]

const getType = ({ types }: Detail, item: FormItem) =>
  types.find((type) => type.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId)

/** The costs of a request while it is written, each with its documents. */
export function Items({ detail, ...part }: PartProps<Detail> & { known: { current: Detail } }) {
  const vendors = useVendorOptions(detail.items)
  const columns = useMemo(() => getColumns(detail.types, vendors), [detail.types, vendors])
  return (
    <ItemsOfRequest<FormItem, Detail>
      kind={kind}
      detail={detail}
      {...part}
      mostItems={MOST_ITEMS}
      columns={columns}
      paste={placeColumn}
      documentKinds={documentKinds}
      ofRequest={ofRequest}
      wantedOf={(item) =>
        documentsWanted(getType(detail, item), item).map((text) => ({ kind: text, wanted: 1 }))
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

const getColumns = (types: readonly CostType[], vendors: ReturnType<typeof useVendorOptions>) => [
  {
    name: 'operatingReserveRequestTypeId',
    width: 150,
    required: true,
    options: types.map((type) => ({ value: type.operatingReserveRequestTypeId, label: type.name })),
    headings: ['Kind', 'Type'],
  },
  { name: 'description', required: true, headings: ['Cost', 'Item', 'Work'] },
  ...paidColumns(vendors),
]

/** What opens below an item: what its kind of cost asks for, payment, and documents. */
function Details({ item, path, ...part }: OpenedItem<FormItem, Detail>) {
  const type = getType(part.detail, item)
  const needed = documentsWanted(type, item)
  const unasked = ['Invoice', photoKind.kind].filter((text) => !needed.includes(text))
  const optionalKinds = [...(item.payVendorDirectly ? [w9Kind.kind] : []), ...unasked, other.kind]
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
