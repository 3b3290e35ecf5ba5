import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    property: TableOf<typeof model.Property>
    propertyRoomType: TableOf<typeof model.PropertyRoomType>
    propertyRent: TableOf<typeof model.PropertyRent>
    propertyComment: TableOf<typeof model.PropertyComment>
    propertyLihtcNumber: TableOf<typeof model.PropertyLihtcNumber>
    propertyFederalType: TableOf<typeof model.PropertyFederalType>
    propertyInspection: TableOf<typeof model.PropertyInspection>
    managementCompanyProjectHistory: TableOf<typeof model.CompanyHistory>
    plannedCompanyChange: TableOf<typeof model.PlannedCompanyChange>
    contact: TableOf<typeof model.Contact>
    propertyContact: TableOf<typeof model.PropertyContact>
  }
}
