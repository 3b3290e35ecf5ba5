import { Alert } from '@mantine/core'
import { useMemo } from 'react'
import type { PartProps } from '#engines/review/web/index.ts'
import { sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import {
  type ItemDetailProps,
  ItemDetails,
  InvoicedItems as ItemsOfRequest,
  locationPasteColumns,
  PaidFields,
  paidColumns,
  paidInvoiceKinds,
  photoKind,
  useVendorOptions,
  w9Kind,
} from '#features/shared/invoicedItems/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { getRequestWarnings, getRequiredDocuments, MAX_ITEMS } from '../model/requestRules.ts'
import type { RequestDetail } from '../model/requests.ts'
import { type FormItem, kind } from './kind.ts'

const documentKinds = [...paidInvoiceKinds, photoKind, w9Kind]

/** The form of the repairs in a payment request, each with its documents. */
export function Items({ detail, ...part }: PartProps<RequestDetail> & { known: { current: RequestDetail } }) {
  const vendors = useVendorOptions(detail.items)
  const columns = useMemo(
    () =>
      [
        { name: 'description', required: true, headings: ['Repair', 'Item', 'Work', 'Cost'] },
        ...paidColumns(vendors),
      ] as const,
    [vendors],
  )
  return (
    <ItemsOfRequest<FormItem, RequestDetail>
      kind={kind}
      detail={detail}
      {...part}
      mostItems={MAX_ITEMS}
      columns={columns}
      paste={locationPasteColumns}
      documentKinds={documentKinds}
      wantedOf={(item) => getRequiredDocuments(item).map((text) => ({ kind: text, wanted: 1 }))}
      Details={Details}
      below={(items) => <RequestedTotal detail={detail} total={sumDrawn(items)} />}
    />
  )
}

/**
 * Shows the requested amount next to the amount of the claim that is not approved yet, with a warning if it
 * is more.
 */
function RequestedTotal({ detail: { claim }, total }: { detail: RequestDetail; total: number }) {
  const warnings = getRequestWarnings(total, claim)
  return (
    <>
      <Facts
        facts={[
          { label: 'Asked for', value: formatMoney(total) },
          { label: 'Held and not approved yet', value: formatMoney(claim.available) },
        ]}
      />
      {warnings.length > 0 && <Alert color="yellow">{warnings.join(' ')}</Alert>}
    </>
  )
}

/** The further fields that open below an item: its location, its payment, and its documents. */
const Details = ({ item, path, ...part }: ItemDetailProps<FormItem, RequestDetail>) => (
  <ItemDetails
    kind={kind}
    {...part}
    item={item}
    path={path}
    needed={getRequiredDocuments(item)}
    further={item.payVendorDirectly ? ['W-9'] : []}
  >
    <FieldRow>
      <PaidFields path={path} />
    </FieldRow>
  </ItemDetails>
)
