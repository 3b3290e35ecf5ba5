import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { reminderMail } from '../model/reminderMail.ts'
import { taskSettings } from '../model/settings.ts'
import { taskTypes } from '../model/taskTypes.ts'
import { futureTaskFindings, lateTaskFindings } from './findings.ts'
import { served } from './index.ts'
import { nightlyTasks } from './job.ts'
import { taskToDoSources } from './ownToDos.ts'
import { openItems } from './sheet.ts'
import { taskTimeline } from './timeline.ts'

export default {
  entities: Object.values(entities),
  served,
  jobs: [nightlyTasks],
  eventMails: [reminderMail],
  settings: Object.values(taskSettings),
  toDos: taskToDoSources,
  findingSources: [lateTaskFindings],
  futureNonCompliance: [futureTaskFindings],
  propertyFile: [entities.PropertyRequirement, entities.ActivityPeriod],
  factSheet: [openItems],
  numbered: taskTypes.map(({ taskTypeId, label }) => ({ id: taskTypeId, name: label })),
  timeline: taskTimeline,
} satisfies ServerModule
