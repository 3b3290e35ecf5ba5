import { Suspense, useState } from 'react'
import { Signers } from '#modules/letters/web/index.ts'
import { AgencyOnly } from '#ui/AgencyOnly.tsx'
import { Screen, ScreenSkeleton } from '#ui/Screen.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Settings } from './Settings.tsx'

const SETTINGS = 'Settings'
const SIGNERS = 'Signature blocks'

/** What the agency sets for itself: amounts, deadlines and thresholds, and the blocks under its letters. */
export default function Configuration() {
  const [view, setView] = useState(SETTINGS)
  return (
    <Screen title="Configuration">
      <AgencyOnly>
        <Tabs label="Configuration" value={view} onChange={setView} tabs={[{ label: SETTINGS }, { label: SIGNERS }]}>
          <Suspense fallback={<ScreenSkeleton />}>{view === SETTINGS ? <Settings /> : <Signers />}</Suspense>
        </Tabs>
      </AgencyOnly>
    </Screen>
  )
}
