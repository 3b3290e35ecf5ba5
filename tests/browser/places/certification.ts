import type { ScreenIds } from '../places.ts'

/** 0 means the visitor's own company. The application belongs to the property's company. */
export const places: ScreenIds = {
  '/ManagementCompanyAssetCertificationList/:managementCompanyId': async () => ({ managementCompanyId: 0 }),
  '/ManagementCompanyAssetCertificationApplication/create/:managementCompanyId': async () => ({
    managementCompanyId: 0,
  }),
  '/ManagementCompanyAssetCertificationApplication/edit/:managementCompanyAssetCertificationId': async (
    owner,
    propertyId,
  ) => {
    const result = await owner.query<Record<string, number>>(
      `select max(management_company_asset_certification_id) as "managementCompanyAssetCertificationId",
        min(management_company_id) as "companyId"
       from management_company_asset_certification join property p using (management_company_id) where p.property_id = $1`,
      [propertyId],
    )
    return result.rows[0] ?? {}
  },
}
