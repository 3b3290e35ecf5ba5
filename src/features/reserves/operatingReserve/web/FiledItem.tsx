import { ItemFactsPanel } from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { RequestDetail } from '../model/operating.ts'
import { kind } from './kind.ts'

/** The details filed with one cost. Household data shows masked to callers who may not read it. */
export function FiledItem({
  detail,
  index,
  documents = true,
}: {
  detail: RequestDetail
  index: number
  documents?: boolean
}) {
  const item = detail.items[index]
  if (!item) return null
  const type = detail.types.find(
    (type) => type.operatingReserveRequestTypeId === item.operatingReserveRequestTypeId,
  )
  const householdFacts = [
    { label: 'Head of household', value: item.headOfHousehold },
    { label: 'Income a year', value: item.income },
    { label: 'People in the household', value: item.numInHousehold },
    { label: 'In effect from', value: formatDate(item.effectiveDate, 'MM/DD/YYYY') },
    { label: 'Service requested', value: item.serviceRequested, wide: true },
  ]
  return (
    <ItemFactsPanel
      kind={kind}
      detail={detail}
      index={index}
      documents={documents}
      before={[
        { label: 'Kind of cost', value: [type?.name, item.otherDescription].filter(Boolean).join(': ') },
        { label: 'Location', value: item.location },
      ]}
      after={type?.forHousehold ? householdFacts : []}
    />
  )
}
