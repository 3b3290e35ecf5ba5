import { Suspense } from 'react'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useAddressValue } from '#ui/frame/useAddressed.ts'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** Tabs of the screen /Configuration, where the agency maintains its own data. */
    configuration: object
  }
}

/**
 * The screen of the agency’s own data: amounts, deadlines, lists, holidays, counties, and the text blocks of
 * its letters. Modules add its tabs.
 */
export default function Configuration() {
  const views = tabsOn('configuration', {})
  const [view, setView] = useAddressValue('view', 'Settings', Object.keys(views))
  const tabs = Object.keys(views).map((label) => ({ label }))
  return (
    <Screen title="Configuration">
      <AgencyOnly>
        <Tabs label="Configuration" value={view} onChange={setView} tabs={tabs}>
          <Suspense fallback={<ScreenSkeleton />}>{views[view]}</Suspense>
        </Tabs>
      </AgencyOnly>
    </Screen>
  )
}
