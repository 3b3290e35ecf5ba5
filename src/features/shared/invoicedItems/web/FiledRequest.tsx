import { type ComponentType, useMemo } from 'react'
import type { PaymentsOfRequest } from '#core/money/payments/model/index.ts'
import { Payments } from '#core/money/payments/web/index.ts'
import { getReviewKey } from '#engines/review/model/index.ts'
import { useSelection } from '#engines/review/web/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import type { InvoicedItem } from '../model/index.ts'
import { ItemAmounts } from './Amounts.tsx'
import { FiledItems, getFiledColumns } from './FiledItems.tsx'
import type { InvoicedRequest, ItemKind } from './kind.ts'

type ItemProps<Detail> = { detail: Detail; index: number; documents?: boolean }

type AmountsProps<Detail> = {
  kind: ItemKind
  detail: Detail
  /** Renders the details filed with one item, with or without its documents. */
  Item: ComponentType<ItemProps<Detail>>
}

/** The table of claimed and approved amounts of a request, and the details of the selected item. */
export const RequestAmounts = <Detail extends InvoicedRequest>({
  kind,
  detail,
  Item,
}: AmountsProps<Detail>) => (
  <ItemAmounts
    kind={kind}
    detail={detail}
    factsOf={(index) => <Item detail={detail} index={index} documents={false} />}
  />
)

type FiledProps<Item, Detail> = AmountsProps<Detail> & {
  /** The columns that describe an item. */
  about: readonly Column<Item>[]
  /** Renders the effects of the decision before anything is paid. */
  Decided?: ComponentType<{ detail: Detail }>
  /** The query keys of data to refetch after a payment. */
  shown: readonly string[]
}

/** The filed items of a request, with the decision and the payments once there are any. */
export function FiledRequest<
  Item extends InvoicedItem,
  Detail extends InvoicedRequest & PaymentsOfRequest & { items: readonly Item[] },
>({ about, Decided, shown, ...part }: FiledProps<Item, Detail>) {
  const { kind, detail, Item } = part
  const isAgencyScreen = useSelection() !== null
  const { statusId } = detail
  const columns = useMemo(() => getFiledColumns(about, { statusId }), [about, statusId])
  return (
    <>
      {isAgencyScreen ? (
        <RequestAmounts {...part} />
      ) : (
        <FiledItems
          kind={kind}
          items={detail.items}
          columns={columns}
          factsOf={(index) => <Item detail={detail} index={index} />}
        />
      )}
      {Decided && <Decided detail={detail} />}
      {detail.statusId === RequestStatus.APPROVED && (
        <Payments
          {...(detail as PaymentsOfRequest)}
          moduleName={kind.review.module}
          requestId={getReviewKey(kind.review.entity, detail)}
          refetchKeys={shown}
        />
      )}
    </>
  )
}
