import { Alert } from '@mantine/core'
import { useMemo } from 'react'
import { formatMoney } from '#kernel/model/money.ts'
import { drawnBy } from '#modules/shared/invoicedItems/model/index.ts'
import {
  ItemDetails,
  Items as ItemsOfRequest,
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
import { FieldRow } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { documentsWanted, MOST_ITEMS, requestWarnings } from '../model/requestRules.ts'
import type { Detail } from '../model/requests.ts'
import { type FormItem, kind } from './kind.ts'

const documentKinds = [...paidKinds, photoKind, w9Kind]

/** The form of the repairs in a payment request, each with its documents. */
export function Items({ detail, ...part }: PartProps<Detail> & { known: { current: Detail } }) {
  const vendors = useVendorOptions(detail.items)
  const columns = useMemo(
    () => [
      { name: 'description', required: true, headings: ['Repair', 'Item', 'Work', 'Cost'] },
      ...paidColumns(vendors),
    ],
    [vendors],
  )
  return (
    <ItemsOfRequest<FormItem, Detail>
      kind={kind}
      detail={detail}
      {...part}
      mostItems={MOST_ITEMS}
      columns={columns}
      paste={placeColumn}
      documentKinds={documentKinds}
      wantedOf={(item) => documentsWanted(item).map((text) => ({ kind: text, wanted: 1 }))}
      Details={Details}
      below={(items) => <RequestedTotal detail={detail} total={drawnBy(items)} />}
    />
  )
}

/**
 * Shows the requested amount next to the amount of the claim that is not approved yet, with a warning if it
 * is more.
 */
function RequestedTotal({ detail: { claim }, total }: { detail: Detail; total: number }) {
  const warnings = requestWarnings(total, claim)
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
const Details = ({ item, path, ...part }: OpenedItem<FormItem, Detail>) => (
  <ItemDetails
    kind={kind}
    {...part}
    item={item}
    path={path}
    needed={documentsWanted(item)}
    further={item.payVendorDirectly ? ['W-9'] : []}
  >
    <FieldRow>
      <PaidFields path={path} />
    </FieldRow>
  </ItemDetails>
)
