import type { ReactNode } from 'react'
import { getCrumbs } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getProgram } from '../model/calls.ts'
import { requiresMonth } from '../model/periods.ts'

/**
 * Shows its content only if the program requires one of these months of the property. Otherwise says that
 * it does not.
 */
export function InProgram({
  review,
  propertyId,
  months,
  title,
  children,
}: {
  /** The declaration of months or of quarters, for the breadcrumbs. */
  review: unknown
  propertyId: number
  months: readonly string[]
  title: string
  children: ReactNode
}) {
  const { programs, propertyName } = useCall(getProgram, { params: { propertyId } })
  if (programs.some((program) => months.some((month) => requiresMonth(program, month)))) return children
  return (
    <Screen
      title={title}
      of={propertyName}
      breadcrumbs={getCrumbs(review, { subject: propertyName, propertyId })}
    >
      <EmptyState title="Not in the program" text={`${propertyName} reports nothing in ${title}.`} />
    </Screen>
  )
}
