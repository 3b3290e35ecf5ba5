import { createNumberSearch } from '#core/platform/search/server/index.ts'
import { ComplianceInspection } from '../model/entities.ts'
import { getInspectionPath, inspectionStatusLabels } from '../model/rules.ts'

const statusCases = Object.entries(inspectionStatusLabels).map(
  ([status, label]) => `when ${Number(status)} then '${label.replaceAll("'", "''")}'`,
)

/** Searches inspections by their number, IN-12 or 12. Companies do not find those without a notice. */
export const searchInspections = createNumberSearch({
  kind: 'inspection',
  order: 37,
  entity: ComplianceInspection,
  prefix: 'IN',
  permission: 'Inspection',
  path: `replace('${getInspectionPath(0)}', '/0', '/' || r.compliance_inspection_id)`,
  state: `case r.status_id ${statusCases.join(' ')} else '' end`,
})
