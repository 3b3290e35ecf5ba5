import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import { buildAskLink } from '#core/correspondence/messages/model/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { isTooOld } from '../model/rules.ts'
import type { ItemKind } from './kind.ts'

type Request = {
  propertyId: number
  requestNumber: string
  today: string
  rules: { invoiceMaxAgeDays: number }
}

/**
 * A warning below the items that names those whose invoice is too old to be paid back without an exception,
 * with a button that asks the agency for the exception. Renders nothing if there is none.
 */
export function OldInvoices({
  kind,
  request,
  items,
}: {
  kind: Pick<ItemKind, 'review'>
  request: Request
  items: readonly { invoiceDate: string | null }[]
}) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const numbers = items.flatMap(({ invoiceDate }, index) => (isTooOld(invoiceDate, request) ? index + 1 : []))
  if (numbers.length === 0) return null
  const { propertyId, requestNumber, rules } = request
  // The message leads the agency to the request, which has an address once it is saved.
  const isSaved = (request as Request & Record<string, unknown>)[kind.review.entity.key] !== 0
  const link = buildAskLink('Ask for an exception', {
    propertyId,
    about: `${kind.review.entity.label} ${requestNumber}`,
    url: openPath(kind.review, request),
    words: `Please grant an exception for ${plural(numbers.length, 'invoice', 'invoices')} of ${requestNumber} older than ${rules.invoiceMaxAgeDays} days.`,
  })
  return (
    <Alert color="yellow" title={`An invoice is older than ${rules.invoiceMaxAgeDays} days`}>
      <p>
        {numbers.length === 1 ? 'Item' : 'Items'} {numbers.join(', ')}: the agency pays back an invoice of
        that age only by an exception.{!isSaved && ' Save the request to ask for it.'}
      </p>
      {isSaved && !agency && !readOnly && (
        <Button component={Link} to={link.to} variant="default" mt="xs">
          {link.label}
        </Button>
      )}
    </Alert>
  )
}
