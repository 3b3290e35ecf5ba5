/** The names and paths of certification applications that server and browser share. */
export const certificationFacts = {
  name: 'certification',
  label: 'Certification application',
  module: 'Certification',
  /** The screen with a company's certification, where it starts a renewal. */
  ofCompany: '/ManagementCompanyAssetCertificationList',
  queue: '/McCertificationList',
  open: '/ManagementCompanyAssetCertificationApplication/edit/:managementCompanyAssetCertificationId',
  fresh: '/ManagementCompanyAssetCertificationApplication/create/:managementCompanyId',
} as const
