import { Suspense } from 'react'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { FeesUsed } from './FeesUsed.tsx'
import { Maxima } from './Maxima.tsx'

const MAXIMA = 'Maximum fees'
const USED = 'Fees used'

/** The screen with the maximum fees by year and type, and with the fees that properties were charged. */
export default function ManagementFeeMax() {
  const [view, setView] = useAddressValue('view', MAXIMA, [MAXIMA, USED])
  return (
    <Screen title="Management fees">
      <Tabs
        label="Management fees"
        value={view}
        onChange={setView}
        tabs={[{ label: MAXIMA }, { label: USED }]}
      >
        <Suspense fallback={<ScreenSkeleton rows={6} />}>
          {view === MAXIMA ? <Maxima /> : <FeesUsed />}
        </Suspense>
      </Tabs>
    </Screen>
  )
}
