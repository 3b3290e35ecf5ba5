import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { ProjectOccupancy, ProjectOccupancyRoom } from '../model/entities.ts'
import { getMonthListPath, getMonthPath } from '../model/facts.ts'
import { occupancySettings } from '../model/settings.ts'
import { served } from './index.ts'
import { receivedMail } from './mails.ts'
import { occupancyNight } from './night.ts'
import { occupancies } from './occupancies.ts'
import { lateOccupancyAnswer } from './rentIncreaseAnswer.ts'
import { occupancySheetParts } from './sheet.ts'

const review = getManifest(occupancies, {
  filesId: TaskType.Occupancy,
  searchOrder: 34,
  filing: { threshold: true, active: true },
})

export default {
  ...review,
  entities: [ProjectOccupancy, ProjectOccupancyRoom],
  served: [...review.served, ...served],
  settings: Object.values(occupancySettings),
  eventMails: [...review.eventMails, receivedMail],
  jobs: [occupancyNight],
  // The nightly job accepts months: the agency looks at exceptions, and no month waits for a reviewer.
  reviews: [],
  propertyHolds: [],
  companyRecords: [],
  toDos: [...review.toDos.filter((toDoSource) => toDoSource.waitsFor === 'company')],
  occupancy: {
    months: sql`(select property_id, project_occupancy_id, period_date, units, vacant_units as vacant,
      off_line_units as off_line, submitted
      from project_occupancy where ${statusIs.filed()})`,
  },
  feeFigures: {
    occupiedUnits: sql`(select property_id, period_date as month, units - vacant_units as units
      from project_occupancy where ${statusIs.filed()} and vacant_units is not null)`,
  },
  factSheet: occupancySheetParts,
  rentIncreaseAnswers: [lateOccupancyAnswer],
  taskGrace: [{ taskTypeId: TaskType.Occupancy, days: occupancySettings.lateDays }],
  taskSources: [
    {
      taskTypeId: TaskType.Occupancy,
      rows: sql`select o.property_id, (o.period_date + interval '1 month - 1 day')::date,
        o.project_occupancy_id, o.status_id, o.submitted
        from project_occupancy o`,
      path: getMonthListPath({ propertyId: 0 }).replace('0', ':propertyId'),
      begun: getMonthPath(0, 0).replace('/0/0', '/:propertyId/:requestId'),
    },
  ],
} satisfies ServerModule
