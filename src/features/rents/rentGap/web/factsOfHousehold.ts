import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import type { Detail, ItemDetail } from '../model/applications.ts'

const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/** Returns the filed details of one household, and how its amount was computed. */
export function getHouseholdFacts({ rents }: Pick<Detail, 'rents'>, item: ItemDetail): Fact[] {
  const rent = rents.find(
    (rent) => rent.projectRoomTypeId === item.projectRoomTypeId && rent.rentTypeId === item.rentTypeId,
  )
  return [
    { label: 'Head of household', value: item.headOfHousehold },
    { label: 'Household number', value: item.householdNumber },
    { label: 'Unit type', value: [rent?.unitType, rent?.rentType].filter(Boolean).join(', ') },
    { label: 'Moved in', value: day(item.moveInDate) },
    { label: 'Moved out', value: day(item.moveOutDate) },
    { label: 'Approved rent', value: formatMoney(item.approvedRent) },
    { label: 'Greatest gross rent', value: formatMoney(item.programMax) },
    { label: 'Utility allowance', value: formatMoney(item.utilityAllowance) },
    { label: 'Rent the tenant pays', value: formatMoney(item.tenantRent) },
    { label: 'Gap a month', value: formatMoney(item.monthlyGap) },
    { label: 'Months', value: item.months },
    { label: 'Amount', value: formatMoney(item.claimedAmount) },
  ]
}
