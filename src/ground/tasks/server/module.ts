import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { reminderMail } from '../model/reminderMail.ts'
import { taskSettings } from '../model/settings.ts'
import { taskTypes } from '../model/taskTypes.ts'
import { served } from './index.ts'
import { nightlyTasks } from './job.ts'
import { ownToDos } from './ownToDos.ts'
import { setTaskHolds, setTaskSources } from './sources.ts'
import { setFiledSubjects } from './subjects.ts'
import { setToDoSources } from './toDoSources.ts'

export default {
  entities: Object.values(entities),
  served,
  jobs: [nightlyTasks],
  eventMails: [reminderMail],
  settings: Object.values(taskSettings),
  toDos: ownToDos,
  numbered: taskTypes.map(({ taskTypeId, label }) => ({ id: taskTypeId, name: label })),
  connect: (modules) => {
    setToDoSources(modules.flatMap((one) => one.toDos ?? []))
    setFiledSubjects(modules.flatMap((one) => one.filedSubjects ?? []))
    setTaskHolds(modules.flatMap((one) => one.taskHolds ?? []))
    setTaskSources(modules.flatMap((one) => one.taskSources ?? []))
  },
} satisfies ServerModule
