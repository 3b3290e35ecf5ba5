import type { ReactNode } from 'react'
import { useIsAgency, useVisitor } from './hooks.ts'
import { EmptyState } from './Screen.tsx'

/**
 * Shows its content to the agency's staff, with `admin` only to its administrators; other users see a plain
 * message. The content calls the server only when it is shown.
 */
export function AgencyOnly({ admin = false, children }: { admin?: boolean; children: ReactNode }) {
  const agency = useIsAgency()
  const isAdmin = useVisitor()?.isAdmin ?? false
  if (agency && (isAdmin || !admin)) return children
  return (
    <EmptyState
      title={admin ? 'This page is for the agency’s administrators.' : 'This page is for the agency’s staff.'}
      text="Nothing is missing from your account. Ask the agency if you need something from this page."
    />
  )
}
