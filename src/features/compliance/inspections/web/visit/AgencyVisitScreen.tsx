import type { ReactNode } from 'react'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'

/** A screen of visits, for the agency only; companies see a message under its title. */
export function AgencyVisitScreen({ title, children }: { title: string; children: ReactNode }) {
  if (useIsAgency()) return children
  return (
    <Screen title={title}>
      <AgencyOnly>{null}</AgencyOnly>
    </Screen>
  )
}
