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

/** The repairs of a request while it is written, each with its documents. */
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
      below={(items) => <Asked detail={detail} total={drawnBy(items)} />}
    />
  )
}

/** The requested amount, next to the amount of the claim that the agency holds. */
function Asked({ detail: { claim }, total }: { detail: Detail; total: number }) {
  const matches = requestWarnings(total, claim)
  return (
    <>
      <Facts
        facts={[
          { label: 'Asked for', value: formatMoney(total) },
          { label: 'Held and not approved yet', value: formatMoney(claim.available) },
        ]}
      />
      {matches.length > 0 && <Alert color="yellow">{matches.join(' ')}</Alert>}
    </>
  )
}

/** What opens below an item: where, how it is paid, and its documents. */
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
