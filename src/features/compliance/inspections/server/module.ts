import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import {
  ComplianceInspection,
  ComplianceInspector,
  Inspection8823Date,
  InspectionFinding,
  InspectionLetterDate,
  InspectionSampleStep,
  InspectionUnit,
  PropertyBuilding,
} from '../model/entities.ts'
import { inspectionMails } from '../model/mails.ts'
import { InspectionStatus } from '../model/rules.ts'
import { inspectionSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { getVisitDays, inspectionToDos, openInspectionFact, upcomingDeadlines } from './readers.ts'
import { searchInspections } from './search.ts'
import { inspectionSheetParts } from './sheet.ts'
import { inspectionTimeline } from './timeline.ts'

export default {
  entities: [
    ...[ComplianceInspection, ComplianceInspector, PropertyBuilding, InspectionUnit, InspectionFinding],
    ...[Inspection8823Date, InspectionLetterDate, InspectionSampleStep],
  ],
  served,
  settings: Object.values(inspectionSettings),
  eventMails: inspectionMails,
  letters: { ComplianceInspection: 'Inspection' },
  files: [
    {
      id: 60,
      name: 'ComplianceInspection',
      key: 'Inspection',
      numberOf: (id) => `IN-${id}`,
      record: {
        table: 'compliance_inspection',
        key: 'compliance_inspection_id',
        lines: [
          { table: 'inspection_finding', key: 'inspection_finding_id', parent: 'compliance_inspection_id' },
        ],
      },
      guard: async ({ db }, { moduleId }) => {
        const result = await sql<{
          statusId: number
        }>`select status_id from compliance_inspection where compliance_inspection_id = ${moduleId}`.execute(
          db,
        )
        const row = result.rows[0] ?? refuse.notFound('This inspection')
        if (row.statusId === InspectionStatus.CLOSED)
          refuse.conflict('The documents of a closed inspection stay as they are.')
      },
    },
  ],
  searchable: [searchInspections],
  toDos: [...inspectionToDos],
  factSheet: inspectionSheetParts,
  propertyFile: [PropertyBuilding],
  calendarDays: getVisitDays,
  futureNonCompliance: [upcomingDeadlines],
  rentIncreaseFilingAnswers: [openInspectionFact],
  timeline: inspectionTimeline,
} satisfies ServerModule
