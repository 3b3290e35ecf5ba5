import { taskPath, writtenPath } from '#core/portfolio/tasks/model/paths.ts'
import type { ScreenIds } from '../places.ts'

export const places: ScreenIds = {
  // 0 means the visitor's own company.
  '/todolist/managementCompany/:managementCompanyId': async () => ({ managementCompanyId: 0 }),
  [taskPath]: async (owner, propertyId) => {
    const result = await owner.query<{ taskInstanceId: number }>(
      'select max(task_instance_id) as "taskInstanceId" from task_instance where property_id = $1',
      [propertyId],
    )
    return result.rows[0]!
  },
  [writtenPath]: async (owner, propertyId) => {
    const result = await owner.query<{ id: number }>(
      `insert into to_do (property_id, type, title, details) values ($1, 2, 'Explain the insurance line', 'It is higher than last year’s.')
        returning to_do_id as id`,
      [propertyId],
    )
    return { kind: 'property', ...result.rows[0]! }
  },
}
