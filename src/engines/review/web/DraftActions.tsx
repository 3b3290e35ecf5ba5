import { Alert, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Call } from '#kernel/model/call.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { type AnyReview, openPath } from '../model/review.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { useOffer } from './Offer.tsx'
import type { AnyDetail, Pages } from './pages.ts'
import { askRecord, recordQuery } from './useRecord.ts'

/**
 * A button that deletes a draft after a confirmation. Only drafts that were never submitted can be deleted.
 */
export function DeleteDraft({ review, detail }: { review: AnyReview; detail: AnyDetail }) {
  const { session } = useFormParts()
  const client = useQueryClient()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const mayRemove = useMay(review.generic.remove, detail.propertyId ?? undefined)
  const id = getReviewKey(review.entity, detail)
  if (id === 0 || detail.submitted !== null || !mayRemove) return null
  const remove = async () => {
    const { confirmed } = await confirm({
      title: `Delete this ${review.noun}?`,
      text: 'Everything typed into it and its documents are deleted. This cannot be undone.',
      confirmLabel: 'Delete draft',
      danger: true,
      action: () => askRecord(review.generic.remove, { params: { id } }),
    })
    if (!confirmed) return
    session.abandon()
    // Other subjects list the record too, such as the quarter of a month.
    await client.invalidateQueries({ refetchType: 'none' })
    notify('The draft is deleted.')
    await navigate(review.routes.owner?.(detail) ?? review.routes.queue, { replace: true })
    client.removeQueries({ queryKey: recordQuery(review, id).queryKey })
  }
  return (
    <Group mt="xs" data-noprint>
      <Button variant="subtle" color="red" onClick={() => void remove()}>
        Delete draft
      </Button>
    </Group>
  )
}

type CopyProps = { review: AnyReview; pages: Pages; detail: AnyDetail }

/** A button that begins a new record as a copy of this one, for kinds that define the fields to copy. */
export function CopyRecord(props: CopyProps) {
  const { review, pages, detail } = props
  const agency = useIsAgency()
  const mayBegin = useMay(review.calls.mayBegin, detail.propertyId ?? undefined)
  if (agency || !mayBegin || !pages.copied || getReviewKey(review.entity, detail) === 0) return null
  return <CopyButton {...props} />
}

function CopyButton({ review, detail }: CopyProps) {
  const navigate = useNavigate()
  const { allowed } = useOffer(review, { propertyId: detail.propertyId })
  const { entity } = review
  if (!allowed) return null
  const copy = () =>
    navigate(openPath(review, { ...detail, [entity.key]: 0 }), {
      state: { copyOf: getReviewKey(entity, detail) },
    })
  return (
    <Group data-noprint>
      <Button variant="subtle" onClick={() => void copy()}>
        Copy as a new {review.noun}
      </Button>
    </Group>
  )
}

/** Fills the form of a new record with the fields copied from the original, and says so above it. */
export function FillFromCopy({ review, pages, detail }: CopyProps) {
  const { state } = useLocation()
  const { session, form } = useFormParts()
  const id =
    getReviewKey(review.entity, detail) === 0 ? ((state as { copyOf?: number } | null)?.copyOf ?? 0) : 0
  const originalQuery = buildCallQuery(review.calls.one as Call, { params: { id } })
  const original = useQuery({ ...originalQuery, enabled: id > 0 }).data as AnyDetail | undefined
  const isFilled = useRef(false)
  useEffect(() => {
    if (!original || !pages.copied || isFilled.current) return
    isFilled.current = true
    session.type({ ...form.getValues(), ...pages.copied(original) })
  }, [original, pages, session, form])
  if (!original) return null
  return (
    <Alert color="blue" role="status" title={`A copy of ${original.requestNumber}`}>
      Documents and the numbers and days of invoices are left out.
    </Alert>
  )
}
