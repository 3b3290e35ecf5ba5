import type { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import type { BannerChip } from '#ui/frame/PropertyBanner.tsx'
import type { propertyInfo } from '../model/calls.ts'
import { nonComplianceLabels } from '../model/nonCompliance.ts'
import { getPropertyPath } from './words.ts'

type Info = z.infer<typeof propertyInfo>

/**
 * Builds the chips of a property's banner. Everyone sees non-compliance and the average income test (BAN-05).
 * Agency administrators also see owner, resyndication, company, and the dates of extended use and placing in
 * service (BAN-03). Each chip links to the screen or tab with more about it.
 */
export function getBannerChips(info: Info, isAdmin: boolean): BannerChip[] {
  const chips: BannerChip[] = []
  const details = getPropertyPath(info.propertyId, 'Details')
  const buildDateChip = (label: string, day: string | null): BannerChip[] =>
    day ? [{ label: `${label} ${formatDate(day, 'MM/DD/YYYY')}`, to: details }] : []
  if (info.nonCompliant)
    chips.push({
      label: nonComplianceLabels.findings,
      color: 'red',
      to: `/NonComplianceList/${info.propertyId}`,
      always: true,
    })
  if (info.markedNonCompliant)
    chips.push({ label: nonComplianceLabels.mark, color: 'yellow', to: details, always: true })
  if (info.ait)
    chips.push({
      label: 'Average income test',
      color: 'violet',
      to: getPropertyPath(info.propertyId, 'Average income'),
      always: true,
    })
  if (!isAdmin) return chips
  if (info.ownerManaged) chips.push({ label: 'Owner managed', to: details })
  if (info.resyndicatedTo) chips.push({ label: 'Resyndicated to another property', to: details })
  if (info.resyndicatedFrom) chips.push({ label: 'Resyndicated from another property', to: details })
  if (info.managementCompanyName)
    chips.push({
      label: info.managementCompanyName,
      color: 'blue',
      ...(info.managementCompanyId ? { to: `/company/false/${info.managementCompanyId}` } : {}),
    })
  return [...chips, ...buildDateChip('EUP', info.extendedUseDate), ...buildDateChip('PIS', info.serviceDate)]
}
