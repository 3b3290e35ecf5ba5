export { CalendarAddress } from './CalendarAddress.tsx'
export { ToDoTable } from './ToDoTable.tsx'
