import { Alert, Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { wayToAsk } from '#ground/correspondence/messages/model/index.ts'
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
 * In an item whose invoice is too old to be paid back without an exception: says so where it is typed, and
 * asks the agency for the exception.
 */
export function OldInvoice({
  kind,
  request,
  date,
}: {
  kind: ItemKind
  request: Request
  date: string | null
}) {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const { pathname } = useLocation()
  if (!isTooOld(date, request)) return null
  const { propertyId, requestNumber, rules } = request
  const link = wayToAsk('Ask for an exception', {
    propertyId,
    about: `${kind.review.entity.label} ${requestNumber}`,
    url: pathname,
    words: `Please grant an exception for an invoice of ${requestNumber} that is older than ${rules.invoiceMaxAgeDays} days.`,
  })
  return (
    <Alert color="yellow" title={`This invoice is older than ${rules.invoiceMaxAgeDays} days`}>
      <p>It is not paid back without an exception by the agency.</p>
      {!agency && !readOnly && (
        <Button component={Link} to={link.to} variant="default" mt="xs">
          {link.label}
        </Button>
      )}
    </Alert>
  )
}
