import { type ReactNode, Suspense } from 'react'
import { ScreenSkeleton } from './Screen.tsx'
import { Tabs } from './Tabs.tsx'
import { useAddressValue } from './useAddressed.ts'

/**
 * Shows the views of a screen as tabs. The chosen one is in the address under the name `address`.
 */
export function Views({
  views,
  address = 'tab',
}: {
  views: Readonly<Record<string, ReactNode>>
  address?: string
}) {
  const labels = Object.keys(views)
  const [view, setView] = useAddressValue(address, labels[0]!, labels)
  return (
    <Tabs label="View" value={view} onChange={setView} tabs={labels.map((label) => ({ label }))}>
      <Suspense fallback={<ScreenSkeleton />}>{views[view]}</Suspense>
    </Tabs>
  )
}
