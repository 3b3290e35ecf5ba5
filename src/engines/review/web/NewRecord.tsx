import { Button, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { getOffersOfKind, type Offer } from '#core/portfolio/properties/model/index.ts'
import {
  getNewRecordLabel,
  getNewRecordPath,
  getStartableKinds,
} from '#core/portfolio/properties/web/index.ts'
import { whereFiled } from '#core/portfolio/tasks/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { describeRefusals } from '../model/refusals.ts'
import type { AnyReview } from '../model/review.ts'
import { inSentence } from '../model/words.ts'

type BegunKind = ReturnType<typeof getStartableKinds>[number]

/** Returns the kind of record if the person may begin one at some property. */
function useBegunKind(kind: string): BegunKind | undefined {
  const session = useSession()
  return useReadOnly() ? undefined : getStartableKinds(session).find((item) => item.kind === kind)
}

/**
 * The button above a list that begins a new record, for people who may begin one somewhere. It leads to the
 * choice of the property.
 */
export function NewRecord({ kind }: { kind: string }) {
  const begunKind = useBegunKind(kind)
  return (
    begunKind && (
      <Button component={Link} to={getNewRecordPath(kind)} size="xs" variant="default">
        {getNewRecordLabel(begunKind)}…
      </Button>
    )
  )
}

/**
 * Says that a list has no records. People of a company also read where one can be filed, or why none can be
 * filed anywhere.
 */
export function NoneYet({ review }: { review: AnyReview }) {
  const begunKind = useBegunKind(review.name)
  const isAgency = useIsAgency()
  const title = `No ${inSentence(review.entity.label)} yet.`
  if (isAgency) return <EmptyState title={title} />
  if (begunKind)
    return (
      <Suspense fallback={<Skeleton height={160} aria-busy="true" />}>
        <NoneFiled title={title} begunKind={begunKind} />
      </Suspense>
    )
  return (
    <EmptyState title={title} text={`You may read ${inSentence(review.entity.label)}s, but not begin one.`} />
  )
}

/** Leads to the choice of the property, or lists the reasons why none can be filed. */
function NoneFiled({ title, begunKind }: { title: string; begunKind: BegunKind }) {
  const { kind, moduleId } = begunKind
  const offers = useCall(getOffersOfKind, { params: { kind }, query: {} })
  const filed = useCall(whereFiled, { params: { subject: moduleId } })
  const refusedIds = new Set(offers.filter(({ allowed }) => !allowed).map(({ propertyId }) => propertyId))
  const open = filed.filter(({ propertyId }) => !refusedIds.has(propertyId))
  if (open.length > 0) {
    const places = open.length === 1 ? open[0]?.name : `${open.length} properties`
    const text = `One can be begun at ${places}.`
    return <EmptyState title={title} text={text} action={<ChooseProperty begunKind={begunKind} />} />
  }
  const refusals = offers.filter((offer) => !offer.allowed)
  return (
    <EmptyState
      title={title}
      text="None can be begun at any of your properties now."
      action={<Reasons begunKind={begunKind} refusals={refusals} />}
    />
  )
}

const ChooseProperty = ({ begunKind }: { begunKind: BegunKind }) => (
  <Button component={Link} to={getNewRecordPath(begunKind.kind)} mt="sm">
    {getNewRecordLabel(begunKind)}…
  </Button>
)

type Refusals = readonly Pick<Offer, 'reason' | 'way'>[]

/** The reasons, each with the number of properties, and the button to the reason of each property. */
function Reasons({ begunKind, refusals }: { begunKind: BegunKind; refusals: Refusals }) {
  return (
    <>
      <ul style={{ textAlign: 'left' }}>
        {describeRefusals(refusals).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Button component={Link} to={getNewRecordPath(begunKind.kind)} variant="default" mt="sm">
        What can be done at each property
      </Button>
    </>
  )
}
