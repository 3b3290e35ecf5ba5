import {
  getPropertyBannerStatus,
  PropertyStatus,
  propertyStatusLabels,
} from '#core/platform/lookups/model/index.ts'
import type { ToneName } from '#ui/frame/palette.ts'

/** The path of a property's screen, optionally at a tab. */
export const getPropertyPath = (propertyId: number, tab?: string): string =>
  `/EditProject/${propertyId}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`

/** The status of a property as lists show it: as in the banner, but with "Active", which it leaves out. */
export const describeStatus = (status: number, decontrolStatus: number | null = null): string =>
  getPropertyBannerStatus(status, decontrolStatus) || (propertyStatusLabels[status] ?? '')

const tones: Readonly<Record<number, ToneName>> = {
  [PropertyStatus.Active]: 'green',
  [PropertyStatus.UnderConstruction]: 'blue',
  [PropertyStatus.Conditional]: 'violet',
  [PropertyStatus.Firm]: 'violet',
  [PropertyStatus.Decontrol]: 'yellow',
  [PropertyStatus.Deleted]: 'red',
}

/** The color of a property's status chip. */
export const getStatusTone = (status: number): ToneName => tones[status] ?? 'gray'
