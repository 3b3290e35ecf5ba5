import type { PermissionKey } from '#kernel/model/access.ts'

/** One destination of the navigation, and who sees it. */
export type Destination = {
  label: string
  to: string
  permission?: PermissionKey
  only?: 'agency' | 'agencyAdmin' | 'company'
}

/** The navigation in groups; a destination shows to those who may open it. */
export const navigation: readonly { label: string; items: readonly Destination[] }[] = [
  {
    label: 'Properties',
    items: [
      { label: 'Home', to: '/', only: 'company' },
      { label: 'Property list', to: '/Projects' },
    ],
  },
  {
    label: 'Finance',
    items: [
      { label: 'Replacement reserve', to: '/ReplacementReserveMultiNav', permission: 'Replacement_Reserve' },
      { label: 'Vendors', to: '/VendorList' },
    ],
  },
  {
    label: 'Administration',
    items: [
      { label: 'Overview and mail', to: '/admin', only: 'agencyAdmin' },
      { label: 'Configuration', to: '/Configuration', only: 'agency' },
    ],
  },
]
