import { CalendarAddress, Waiting } from '#core/portfolio/tasks/web/index.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useNarrow } from '#ui/frame/useNarrow.ts'

/**
 * The first screen of people who run properties: their figures, their due tasks with the most urgent first,
 * and their requests with the agency.
 */
export default function Home() {
  const { name } = useSession()
  const { Figures: figures, ...parts } = tabsOn('home', {})
  // On a phone the due tasks come before the figures.
  const isNarrow = useNarrow()
  return (
    <Screen title={`Welcome, ${name}`}>
      {!isNarrow && figures}
      <Waiting />
      {isNarrow && figures}
      {Object.values(parts)}
      <CalendarAddress />
    </Screen>
  )
}
