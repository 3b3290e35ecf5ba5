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
import { askRecord, getQueries, recordQuery } from './useRecord.ts'

/** Deletes a record that was stored and never submitted, after asking. */
export function DeleteDraft({ review, detail }: { review: AnyReview; detail: AnyDetail }) {
  const { session } = useFormParts()
  const client = useQueryClient()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const removes = useMay(review.generic.remove, detail.propertyId ?? undefined)
  const id = getReviewKey(review.entity, detail)
  if (id === 0 || detail.submitted !== null || !removes) return null
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
    await client.invalidateQueries({ queryKey: getQueries(review), refetchType: 'none' })
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

type Copying = { review: AnyReview; pages: Pages; detail: AnyDetail }

/** Begins a new record as a copy of this one, where its subject defines the fields to copy. */
export function CopyRecord(props: Copying) {
  const { review, pages, detail } = props
  const agency = useIsAgency()
  const begins = useMay(review.calls.mayBegin, detail.propertyId ?? undefined)
  if (agency || !begins || !pages.copied || getReviewKey(review.entity, detail) === 0) return null
  return <Copy {...props} />
}

function Copy({ review, detail }: Copying) {
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

/** In the form of a new record: fills in the fields copied from the original. */
export function TypeCopy({ review, pages, detail }: Copying) {
  const { state } = useLocation()
  const { session, form } = useFormParts()
  const id =
    getReviewKey(review.entity, detail) === 0 ? ((state as { copyOf?: number } | null)?.copyOf ?? 0) : 0
  const kernelQuery = buildCallQuery(review.calls.one as Call, { params: { id } })
  const original = useQuery({ ...kernelQuery, enabled: id > 0 }).data as AnyDetail | undefined
  const refObject = useRef(false)
  useEffect(() => {
    if (!original || !pages.copied || refObject.current) return
    refObject.current = true
    session.type({ ...form.getValues(), ...pages.copied(original) })
  }, [original, pages, session, form])
  if (!original) return null
  return (
    <Alert color="blue" role="status" title={`A copy of ${original.requestNumber}`}>
      Documents and the numbers and days of invoices are left out.
    </Alert>
  )
}
