/** What server and browser both name: of the review itself and of its screens. */
export const facts = {
  name: 'certification',
  label: 'Certification application',
  module: 'Certification',
  /** The screen with a company's state, where it begins its renewal. */
  ofCompany: '/ManagementCompanyAssetCertificationList',
  queue: '/McCertificationList',
  open: '/ManagementCompanyAssetCertificationApplication/edit/:managementCompanyAssetCertificationId',
  fresh: '/ManagementCompanyAssetCertificationApplication/create/:managementCompanyId',
} as const
