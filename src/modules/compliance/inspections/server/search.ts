import { byNumber } from '#ground/platform/search/server/index.ts'
import { ComplianceInspection } from '../model/entities.ts'
import { getInspectionPath, inspectionStatusLabels } from '../model/rules.ts'

const states = Object.entries(inspectionStatusLabels).map(
  ([status, label]) => `when ${Number(status)} then '${label.replaceAll("'", "''")}'`,
)

/** Inspections by their number, IN-12 or 12; those that were not announced the agency alone finds. */
export const searchable = byNumber({
  kind: 'inspection',
  order: 37,
  entity: ComplianceInspection,
  prefix: 'IN',
  permission: 'Inspection',
  path: `replace('${getInspectionPath(0)}', '/0', '/' || r.compliance_inspection_id)`,
  state: `case r.status_id ${states.join(' ')} else '' end`,
})
