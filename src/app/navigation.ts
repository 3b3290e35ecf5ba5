import type { PermissionKey } from '#kernel/model/access.ts'

/** One destination of the navigation, and who sees it. */
export type Destination = {
  label: string
  to: string
  permission?: PermissionKey
  only?: 'agency' | 'agencyAdmin' | 'company' | 'people'
  /** Where screens begin that are reached from here: this entry stays marked on them. */
  below?: readonly string[]
}

/** The navigation in groups; a destination shows to those who may open it. */
export const navigation: readonly { label: string; items: readonly Destination[] }[] = [
  {
    label: 'Properties',
    items: [
      { label: 'Home', to: '/', only: 'company' },
      { label: 'Dashboard', to: '/dashboard', below: ['/dashboard', '/todolist'] },
      { label: 'Property list', to: '/Projects', below: ['/EditProject', '/NewProject'] },
      { label: 'Management companies', to: '/companies', only: 'agency', below: ['/companies', '/company'] },
      { label: 'My company', to: '/company/false/0', only: 'company', below: ['/company'] },
      {
        label: 'Certification',
        to: '/ManagementCompanyAssetCertificationList/0',
        only: 'company',
        below: ['/ManagementCompanyAssetCertificationList', '/ManagementCompanyAssetCertificationApplication'],
      },
      {
        label: 'Company certification',
        to: '/McCertificationList',
        only: 'agency',
        below: ['/ManagementCompanyAssetCertificationList', '/ManagementCompanyAssetCertificationApplication'],
      },
      { label: 'Developers', to: '/Developer/list', only: 'agency', below: ['/Developer'] },
      {
        label: 'Contacts',
        to: '/ManagementContacts',
        below: ['/ChangeRequestContactListProperty', '/ContactBulkEdit', '/ManagementContactChangeRequest'],
      },
      {
        label: 'Contact changes',
        to: '/MCContactChangeList',
        only: 'company',
        below: ['/ContactChangeRequestReview', '/ManagementContactChangeRequestReview'],
      },
      {
        label: 'Contact changes',
        to: '/ContactChangeRequestList',
        only: 'agency',
        below: ['/ContactChangeRequestReview'],
      },
      {
        label: 'Company contact changes',
        to: '/ManagementCompanyContactChangeRequestList',
        only: 'agency',
        below: ['/ManagementContactChangeRequestReview'],
      },
    ],
  },
  {
    label: 'Finance',
    items: [
      {
        label: 'Replacement reserve',
        to: '/ReplacementReserveMultiNav',
        permission: 'Replacement_Reserve',
        below: ['/ReplacementReserveList', '/ReplacementReserve'],
      },
      { label: 'Vendors', to: '/VendorList' },
      { label: 'Management fees', to: '/ManagementFeeMax' },
    ],
  },
  {
    label: 'Administration',
    items: [
      { label: 'Users', to: '/users', only: 'people', below: ['/User', '/MHDCViewPermissions'] },
      { label: 'Overview and mail', to: '/admin', only: 'agencyAdmin' },
      { label: 'Banners', to: '/MessageManager', only: 'agency' },
      { label: 'Mail templates', to: '/emailTemplates', only: 'agency', below: ['/emailTemplate'] },
      { label: 'Configuration', to: '/Configuration', only: 'agency' },
    ],
  },
]
