import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    complianceInspection: TableOf<typeof model.ComplianceInspection>
    complianceInspector: TableOf<typeof model.ComplianceInspector>
    propertyBuilding: TableOf<typeof model.PropertyBuilding>
    inspectionUnit: TableOf<typeof model.InspectionUnit>
    inspectionFinding: TableOf<typeof model.InspectionFinding>
    inspection8823Date: TableOf<typeof model.Inspection8823Date>
    inspectionLetterDate: TableOf<typeof model.InspectionLetterDate>
    inspectionSampleStep: TableOf<typeof model.InspectionSampleStep>
  }
}
