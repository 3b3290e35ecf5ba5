/** Where applications for certification are. */
export const routes = {
  queue: '/McCertificationList',
  open: '/ManagementCompanyAssetCertificationApplication/edit/:managementCompanyAssetCertificationId',
  fresh: '/ManagementCompanyAssetCertificationApplication/create/:managementCompanyId',
}
