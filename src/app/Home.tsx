import { CalendarAddress, Waiting } from '#ground/portfolio/tasks/web/index.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'

/** The start of people who run properties: what is due for them, the most urgent first, and what waits for the agency. */
export default function Home() {
  const { name } = useSession()
  return (
    <Screen title={`Welcome, ${name}`}>
      <Waiting />
      {Object.values(tabsOn('home', {}))}
      <CalendarAddress />
    </Screen>
  )
}
