import {
  PropertyStatus,
  propertyBannerStatus,
  propertyStatusLabels,
} from '#ground/platform/lookups/model/index.ts'
import type { ToneName } from '#ui/frame/palette.ts'

/** Where a property is opened, at a tab where one is named. */
export const propertyPath = (propertyId: number, tab?: string): string =>
  `/EditProject/${propertyId}${tab ? `?tab=${encodeURIComponent(tab)}` : ''}`

/** The status of a property in lists, as in its banner, which leaves out "Active". */
export const statusWords = (status: number, decontrolStatus: number | null = null): string =>
  propertyBannerStatus(status, decontrolStatus) || (propertyStatusLabels[status] ?? '')

const tones: Readonly<Record<number, ToneName>> = {
  [PropertyStatus.Active]: 'green',
  [PropertyStatus.UnderConstruction]: 'blue',
  [PropertyStatus.Conditional]: 'violet',
  [PropertyStatus.Firm]: 'violet',
  [PropertyStatus.Decontrol]: 'yellow',
  [PropertyStatus.Deleted]: 'red',
}

/** The color of a property's status. */
export const statusTone = (status: number): ToneName => tones[status] ?? 'gray'
