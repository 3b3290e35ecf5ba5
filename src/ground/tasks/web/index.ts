export { CalendarAddress } from './CalendarAddress.tsx'
export { Schedules } from './Schedules.tsx'
export { ToDoTable } from './ToDoTable.tsx'
