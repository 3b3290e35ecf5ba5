import { CalendarAddress, Waiting } from '#ground/portfolio/tasks/web/index.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useNarrow } from '#ui/frame/useNarrow.ts'

/**
 * The first screen of people who run properties: their figures, what is due with the most urgent first, and
 * what waits for the agency.
 */
export default function Home() {
  const { name } = useSession()
  const { Figures: figures, ...parts } = tabsOn('home', {})
  // On a phone the work is what one sees first.
  const narrow = useNarrow()
  return (
    <Screen title={`Welcome, ${name}`}>
      {!narrow && figures}
      <Waiting />
      {narrow && figures}
      {Object.values(parts)}
      <CalendarAddress />
    </Screen>
  )
}
