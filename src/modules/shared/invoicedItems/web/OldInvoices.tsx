import { Alert, Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { wayToAsk } from '#ground/correspondence/messages/model/index.ts'
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
 * Below the items: names those whose invoice is too old to be paid back without an exception, and leads to
 * the message that asks the agency for one.
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
  const { pathname } = useLocation()
  const numbers = items.flatMap(({ invoiceDate }, index) => (isTooOld(invoiceDate, request) ? index + 1 : []))
  if (numbers.length === 0) return null
  const { propertyId, requestNumber, rules } = request
  const link = wayToAsk('Ask for an exception', {
    propertyId,
    about: `${kind.review.entity.label} ${requestNumber}`,
    url: pathname,
    words: `Please grant an exception for ${plural(numbers.length, 'invoice', 'invoices')} of ${requestNumber} older than ${rules.invoiceMaxAgeDays} days.`,
  })
  return (
    <Alert color="yellow" title={`An invoice is older than ${rules.invoiceMaxAgeDays} days`}>
      <p>
        {numbers.length === 1 ? 'Item' : 'Items'} {numbers.join(', ')}: the agency pays back an invoice of
        that age only by an exception.
      </p>
      {!agency && !readOnly && (
        <Button component={Link} to={link.to} variant="default" mt="xs">
          {link.label}
        </Button>
      )}
    </Alert>
  )
}
