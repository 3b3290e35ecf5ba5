import { getToDo } from '#ground/tasks/model/index.ts'
import { CalendarAddress, ToDoTable } from '#ground/tasks/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'

/** The start of people who run properties: everything that waits for them in one list, and what waits for the agency. */
export default function Home() {
  const { name } = useSession()
  const toDos = useCall(getToDo, {})
  return (
    <Screen title={`Welcome, ${name}`}>
      <h2>Waiting for you</h2>
      <ToDoTable
        rows={toDos}
        caption="Waiting for you"
        of="everything"
        empty="Nothing waits for you. What you may do at a property is decided by your company’s administrator."
      />
      {Object.values(tabsOn('home', {}))}
      <CalendarAddress />
    </Screen>
  )
}
