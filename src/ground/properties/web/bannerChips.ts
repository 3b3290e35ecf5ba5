import type { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import type { BannerChip } from '#ui/frame/PropertyBanner.tsx'
import type { propertyInfo } from '../model/calls.ts'

type Info = z.infer<typeof propertyInfo>

const dated = (label: string, day: string | null): BannerChip[] =>
  day ? [{ label: `${label} ${formatDate(day, 'MM/DD/YYYY')}` }] : []

/**
 * The chips of a property's banner: for everyone that it is non-compliant or under the average income test (BAN-05); for
 * agency administrators also owner, resyndication, company and the dates of extended use and placing in service (BAN-03).
 */
export function bannerChips(info: Info, isAdmin: boolean): BannerChip[] {
  const chips: BannerChip[] = []
  if (info.nonCompliant) chips.push({ label: 'Non-compliant', color: 'red' })
  if (info.ait) chips.push({ label: 'Average income test', color: 'violet' })
  if (!isAdmin) return chips
  if (info.ownerManaged) chips.push({ label: 'Owner managed' })
  if (info.resyndicatedTo) chips.push({ label: 'Resyndicated to another property' })
  if (info.resyndicatedFrom) chips.push({ label: 'Resyndicated from another property' })
  if (info.managementCompanyName)
    chips.push({
      label: info.managementCompanyName,
      color: 'blue',
      ...(info.managementCompanyId ? { to: `/company/false/${info.managementCompanyId}` } : {}),
    })
  return [...chips, ...dated('EUP', info.extendedUseDate), ...dated('PIS', info.serviceDate)]
}
