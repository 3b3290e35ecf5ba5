import { useEffect, useMemo, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Call } from '#kernel/model/call.ts'
import { ApiError } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency, useMay, useNumericParams } from '#ui/frame/hooks.ts'
import { type Later, later, whenIdle } from '#ui/frame/later.tsx'
import { Screen, ScreenError } from '#ui/frame/Screen.tsx'
import type { AnyReview, DetailOfReview } from '../model/review.ts'
import { inSentence } from '../model/words.ts'
import { CopyRecord } from './DraftActions.tsx'
import { AfterStep } from './desk/AfterStep.tsx'
import { type AnyDetail, anyPages, anyReview, type Pages, type PagesOf } from './pages.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordNews } from './RecordNews.tsx'
import type { RecordViewProps } from './RecordView.tsx'

const readings = new WeakMap<Pages, Later<RecordViewProps>>()

/**
 * A filed record needs many parts that no draft needs. They load with it, because a later part would remove
 * the form around it from the page and add it again.
 */
function getReadingView(pages: Pages) {
  const parts = Object.values(pages).filter(
    (part) => typeof part === 'function' && 'fetch' in part,
  ) as Later<never>[]
  const reading =
    readings.get(pages) ??
    later(async () => {
      const [{ RecordView }] = await Promise.all([
        import('./RecordView.tsx'),
        ...parts.map((part) => part.fetch()),
      ])
      return RecordView
    })
  readings.set(pages, reading)
  return reading
}

type Shown<R, P = PagesOf<R>> = { review: R; pages: P }

/** One record: the form while its company may edit it, otherwise the filed record and its next steps. */
export function Record<R>({ review: declared, pages: shown, id }: Shown<R> & { id: number }) {
  const [review, pages] = [anyReview(declared), anyPages(shown)]
  // Most records that the agency opens are filed, so their parts load at the same time as the record.
  if (useIsAgency()) void getReadingView(pages).fetch()
  const detail = useCall(review.calls.one as Call, { params: { id } }) as AnyDetail
  const { projectId } = useParams()
  if (projectId !== undefined && Number(projectId) !== detail.propertyId)
    return (
      <ScreenError error={new ApiError(404, `This ${review.noun} is none of the property in the address.`)} />
    )
  return <Standing key={id} review={review} pages={pages} detail={detail} />
}

/**
 * A record loaded by a call of the subject's own, including a new one, whose first save does not redraw it.
 */
export const FoundRecord = <R,>({ review, pages, detail }: Shown<R> & { detail: DetailOfReview<R> }) => (
  <Standing review={anyReview(review)} pages={anyPages(pages)} detail={detail as unknown as AnyDetail} />
)

type Fresh<R> = Shown<R> & { ownerId: number }

/**
 * A new record of a property or company; 0 is the caller's own company. A line says so to those who only
 * read.
 */
export function FreshRecord<R>(props: Fresh<R>) {
  const { entity, routes, calls } = anyReview(props.review)
  const isOfProperty = 'propertyId' in entity.fields
  if (useMay(calls.fresh, isOfProperty ? props.ownerId : undefined)) return <Begun {...props} />
  const label = inSentence(entity.label)
  return (
    <Screen title={`New ${label}`} breadcrumbs={[{ label: `${entity.label}s`, to: routes.queue }]}>
      <p>You may read {label}s, but not begin one.</p>
    </Screen>
  )
}

function Begun<R>({ review: declared, pages: shown, ownerId }: Fresh<R>) {
  const [review, pages] = [anyReview(declared), anyPages(shown)]
  const empty = useCall(review.calls.fresh as Call, { params: { ownerId } }) as AnyDetail
  const [search] = useSearchParams()
  const detail = useMemo(() => ({ ...empty, ...pages.offered?.(empty, search) }), [empty, pages, search])
  return <RecordForm review={review} pages={pages} detail={detail} />
}

type Parameters = { parameter: string | undefined; owner: string | undefined }

/**
 * A screen of `reviewWeb`: the record that `parameter` of the route names; where it names none, a new one of
 * the `owner`.
 */
export function RecordScreen<R>({ parameter = '', owner = '', ...shown }: Shown<R> & Parameters) {
  const { [parameter]: id = 0, [owner]: ownerId = 0 } = useNumericParams(parameter, owner)
  return id === 0 && owner ? <FreshRecord {...shown} ownerId={ownerId} /> : <Record {...shown} id={id} />
}

function Standing({ review, pages, detail }: { review: AnyReview; pages: Pages; detail: AnyDetail }) {
  const readOnly = useReadOnly()
  const written = detail.canEdit && !readOnly
  const [isEnded, setEnded] = useState(false)
  const recordProps = { review, pages, detail }
  const RecordView = getReadingView(pages)
  if (!written) void RecordView.fetch()
  // Of a draft it is there before it is submitted, and without a connection, too.
  useEffect(() => whenIdle(getReadingView(pages).fetch), [pages])
  return (
    <>
      <RecordNews review={review} detail={detail} />
      {/* What was returned is its company's again, whose form the agency sees, too. */}
      {written && isEnded && <AfterStep {...recordProps} />}
      {written ? (
        <RecordForm {...recordProps} />
      ) : (
        <RecordView {...recordProps} isEnded={isEnded} onEnded={() => setEnded(true)} />
      )}
      <CopyRecord review={review} pages={pages} detail={detail} />
    </>
  )
}
