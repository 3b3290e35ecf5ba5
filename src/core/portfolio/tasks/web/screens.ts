import { screen } from '#kernel/web/screens.ts'
import { taskPath, writtenPath } from '../model/paths.ts'

/** The screens of tasks and to-dos. */
export const screens = [
  screen('/dashboard', 'Dashboard', () => import('./Dashboard.tsx')),
  screen('/todolist/property/:propertyId', 'To do of a property', () => import('./ToDoProperty.tsx')),
  screen(
    '/todolist/managementCompany/:managementCompanyId',
    'To do of a company',
    () => import('./ToDoCompany.tsx'),
  ),
  screen(taskPath, 'Task', () => import('./Task.tsx')),
  screen(writtenPath, 'To-do', () => import('./WrittenToDos.tsx'), {
    patterns: { kind: /^(property|item)$/i },
  }),
  screen('/blank', 'Blank page', () => import('./Blank.tsx')),
]
