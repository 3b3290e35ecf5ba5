import type { ReactNode } from 'react'
import { useCall } from '#kernel/web/queries.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getProgram } from '../model/calls.ts'
import { listPath } from '../model/facts.ts'
import { asksFor } from '../model/periods.ts'

/**
 * Shows its content only for months that the program requires of the property; for others, says that they are
 * not required.
 */
export function InProgram({
  propertyId,
  months,
  title,
  children,
}: {
  propertyId: number
  months: readonly string[]
  title: string
  children: ReactNode
}) {
  const { programs, propertyName } = useCall(getProgram, { params: { propertyId } })
  if (programs.some((program) => months.some((month) => asksFor(program, month)))) return children
  return (
    <Screen
      title={title}
      of={propertyName}
      breadcrumbs={[{ label: 'TCAP months', to: listPath({ propertyId }) }]}
    >
      <EmptyState title="Not in the program" text={`${propertyName} reports nothing in ${title}.`} />
    </Screen>
  )
}
