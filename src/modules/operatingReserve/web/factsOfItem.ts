import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import type { Detail, ItemDetail } from '../model/operating.ts'

const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** What was filed with one cost. */
export function factsOfItem({ types }: Detail, item: ItemDetail): Fact[] {
  const type = types.find((one) => one.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId)
  const vendor = item.vendorName ?? item.newVendorName
  return [
    { label: 'Kind of cost', value: [type?.name, item.otherDescription].filter(Boolean).join(': ') },
    { label: 'Vendor', value: vendor && `${vendor}${item.newVendor ? ' (new vendor)' : ''}` },
    { label: 'Invoice', value: [item.invoiceNumber, day(item.invoiceDate)].filter(Boolean).join(', ') },
    { label: 'Check', value: item.checkNumber },
    { label: 'Payment', value: item.payVendorDirectly ? 'Vendor directly' : 'To the property' },
    { label: 'Location', value: item.location },
    { label: 'Claimed', value: formatMoney(item.claimedAmount) },
    ...(type?.forHousehold
      ? [
          { label: 'Head of household', value: item.headOfHousehold },
          { label: 'Income a year', value: item.income },
          { label: 'People in the household', value: item.numInHousehold },
          { label: 'In effect from', value: day(item.effectiveDate) },
          { label: 'Service requested', value: item.serviceRequested, wide: true },
        ]
      : []),
    { label: 'Comment on the duplicate', value: item.duplicateInvoiceComment, wide: true },
  ]
}
