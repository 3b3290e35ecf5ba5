import { Alert, Button } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { allowModuleRequest } from '#ground/portfolio/tasks/model/index.ts'
import type { Call } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import { type LineOfReview, openPath } from '../model/review.ts'
import { type AnyLine, anyReview } from './pages.ts'
import { tableOf } from './Queue.tsx'
import { capital } from './words.ts'

type Shown<R> = {
  review: R
  propertyId: number
  /** Its number in the list of modules, by which the agency says where records are filed in the portal. */
  moduleId: number
  title: string
  columns: readonly Column<LineOfReview<R>>[]
  sortBy?: string
  /** What a record is called on this screen. */
  noun?: string
  /** Whether a new one is offered, besides what the agency and the person's rights say; its words where they differ. */
  begins?: boolean | string
  children?: ReactNode
  /** What stands below the list. */
  below?: ReactNode
}

/**
 * The screen of one property's records: the way to a new one, or why there is none, what its subject shows, and the
 * list.
 */
export function PropertyScreen<R>({ review: declared, propertyId, moduleId, title, columns, ...more }: Shown<R>) {
  const review = anyReview(declared)
  const { sortBy = 'Submitted', noun = review.noun, begins = true, children, below } = more
  // First whether there is such a property for whoever asks: of another's nothing else is asked.
  const { allowed, reasons } = useCall(allowModuleRequest, { params: { propertyId, moduleId } })
  const rows = useCall(review.calls.ofProperty as Call, { params: { propertyId } } as never) as AnyLine[]
  const mayWrite = useMay(review.calls.fresh, propertyId)
  // Whose they are stands above.
  const own = useMemo(() => columns.filter(({ label }) => label !== 'Property'), [columns])
  const fresh = allowed && mayWrite && begins && (
    <Button component={Link} to={openPath(review, { propertyId })}>
      {begins === true ? `New ${noun}` : begins}
    </Button>
  )
  return (
    <Screen title={title} breadcrumbs={[{ label: title, to: review.routes.queue }]} actions={fresh}>
      {reasons.length > 0 && (
        <Alert color="blue" title={`No ${noun} can be filed here`}>
          {reasons.join(' ')}
        </Alert>
      )}
      {children}
      <DataTable
        {...tableOf(review)}
        caption={`${capital(noun)}s`}
        rows={rows}
        columns={own as never}
        height="none"
        initialSort={{ sortBy, descending: true }}
        empty={`No ${noun}s yet.`}
      />
      {below}
    </Screen>
  )
}
