import { sql } from 'kysely'
import { taskTitle } from '#ground/tasks/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { ExtensionRequest } from '../model/entities.ts'
import { extensionFlow } from '../model/flow.ts'
import { extensionSettings } from '../model/settings.ts'
import { served } from './index.ts'

export default {
  entities: [ExtensionRequest],
  served,
  flows: [extensionFlow],
  settings: Object.values(extensionSettings),
  taskHolds: ['exists (select 1 from extension_request e where e.task_instance_id = i.task_instance_id)'],
  toDos: [
    {
      kind: 'extension.returned',
      label: 'Extension request returned',
      waitsFor: 'company',
      rows: () => sql`select e.extension_request_id, e.property_id, null::integer, 'AFS', ${taskTitle}, i.due_date, e.submitted,
      '/todolist/property/' || e.property_id
    from extension_request e join task_instance i using (task_instance_id)
    where e.status_id = 1 and e.submitted is not null`,
    },

    {
      kind: 'extension.submitted',
      label: 'Extension request to decide',
      waitsFor: 'agency',
      rows: () => sql`select e.extension_request_id, e.property_id, null::integer, 'AFS', ${taskTitle}, i.due_date, e.submitted,
      '/todolist/property/' || e.property_id
    from extension_request e join task_instance i using (task_instance_id)
    where e.status_id in (2, 3)`,
    },
  ],
} satisfies ServerModule
