import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { extensionFlow } from '../model/flow.ts'
import { taskSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { nightlyTasks } from './job.ts'
import { ownToDos } from './ownToDos.ts'
import { setTaskSources } from './sources.ts'
import { setToDoSources } from './toDoSources.ts'

export default {
  entities: Object.values(entities),
  served,
  flows: [extensionFlow],
  jobs: [nightlyTasks],
  settings: Object.values(taskSettings),
  toDos: ownToDos,
  connect: (modules) => {
    setToDoSources(modules.flatMap((one) => one.toDos ?? []))
    setTaskSources(modules.flatMap((one) => one.taskSources ?? []))
  },
} satisfies ServerModule
