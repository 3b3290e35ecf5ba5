import type { TableOf } from '#kernel/server/tables.ts'
import type { ManagementCompanyAssetCertification } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    managementCompanyAssetCertification: TableOf<typeof ManagementCompanyAssetCertification>
  }
}
