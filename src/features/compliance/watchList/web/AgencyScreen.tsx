import type { ReactNode } from 'react'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'

/** A screen for the agency's staff; others see a message, and no data is requested from the server. */
export function AgencyScreen({ title, children }: { title: string; children: ReactNode }) {
  const agency = useIsAgency()
  if (agency) return children
  return (
    <Screen title={title}>
      <AgencyOnly>{null}</AgencyOnly>
    </Screen>
  )
}
