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

/** The lazily loaded view of filed records, for each kind. */
const readingViews = new WeakMap<Pages, Later<RecordViewProps>>()

/**
 * Returns the lazily loaded view of a filed record with the parts of its kind. All parts load together,
 * because a part that loads later would remove the form around it from the page and add it again.
 */
function getReadingView(pages: Pages) {
  const parts = Object.values(pages).filter(
    (part) => typeof part === 'function' && 'fetch' in part,
  ) as Later<never>[]
  const reading =
    readingViews.get(pages) ??
    later(async () => {
      const [{ RecordView }] = await Promise.all([
        import('./RecordView.tsx'),
        ...parts.map((part) => part.fetch()),
      ])
      return RecordView
    })
  readingViews.set(pages, reading)
  return reading
}

type ReviewProps<R, P = PagesOf<R>> = { review: R; pages: P }

/** The screen of one record: its form while the company may edit it, otherwise its content and next steps. */
export function Record<R>({ review: declared, pages: shown, id }: ReviewProps<R> & { id: number }) {
  const [review, pages] = [anyReview(declared), anyPages(shown)]
  // Most records that the agency opens are filed, so their parts load at the same time as the record.
  if (useIsAgency()) void getReadingView(pages).fetch()
  const detail = useCall(review.calls.one as Call, { params: { id } }) as AnyDetail
  const { projectId } = useParams()
  if (projectId !== undefined && Number(projectId) !== detail.propertyId)
    return (
      <ScreenError error={new ApiError(404, `This ${review.noun} is none of the property in the address.`)} />
    )
  return <FormOrView key={id} review={review} pages={pages} detail={detail} />
}

/**
 * The screen of a record that a call of the subject loaded. It may be a new record, whose first save keeps
 * the form on the page.
 */
export const FoundRecord = <R,>({
  review,
  pages,
  detail,
}: ReviewProps<R> & { detail: DetailOfReview<R> }) => (
  <FormOrView review={anyReview(review)} pages={anyPages(pages)} detail={detail as unknown as AnyDetail} />
)

type FreshProps<R> = ReviewProps<R> & { ownerId: number }

/**
 * The form of a new record of a property or company. Owner 0 is the caller's own company. People with only
 * read access see a message instead.
 */
export function FreshRecord<R>(props: FreshProps<R>) {
  const { entity, routes, calls } = anyReview(props.review)
  const isOfProperty = 'propertyId' in entity.fields
  if (useMay(calls.fresh, isOfProperty ? props.ownerId : undefined)) return <FreshForm {...props} />
  const label = inSentence(entity.label)
  return (
    <Screen title={`New ${label}`} breadcrumbs={[{ label: `${entity.label}s`, to: routes.queue }]}>
      <p>You may read {label}s, but not begin one.</p>
    </Screen>
  )
}

function FreshForm<R>({ review: declared, pages: shown, ownerId }: FreshProps<R>) {
  const [review, pages] = [anyReview(declared), anyPages(shown)]
  const empty = useCall(review.calls.fresh as Call, { params: { ownerId } }) as AnyDetail
  const [search] = useSearchParams()
  const detail = useMemo(() => ({ ...empty, ...pages.offered?.(empty, search) }), [empty, pages, search])
  return <RecordForm review={review} pages={pages} detail={detail} />
}

type Parameters = { parameter: string | undefined; owner: string | undefined }

/**
 * A screen of `reviewWeb`: the record whose id is the route parameter `parameter`. Without an id it is a new
 * record of the owner in the parameter `owner`.
 */
export function RecordScreen<R>({ parameter = '', owner = '', ...shown }: ReviewProps<R> & Parameters) {
  const { [parameter]: id = 0, [owner]: ownerId = 0 } = useNumericParams(parameter, owner)
  return id === 0 && owner ? <FreshRecord {...shown} ownerId={ownerId} /> : <Record {...shown} id={id} />
}

/** Shows the form of a record while this person may edit it, and otherwise its view. */
function FormOrView({ review, pages, detail }: { review: AnyReview; pages: Pages; detail: AnyDetail }) {
  const readOnly = useReadOnly()
  const isEditable = detail.canEdit && !readOnly
  const [isEnded, setEnded] = useState(false)
  const recordProps = { review, pages, detail }
  const RecordView = getReadingView(pages)
  if (!isEditable) void RecordView.fetch()
  // While the form is shown, the view is loaded in advance, so that it works without a connection.
  useEffect(() => whenIdle(getReadingView(pages).fetch), [pages])
  return (
    <>
      <RecordNews review={review} detail={detail} />
      {/* After a return the agency also sees the company’s form, with the links to continue above it. */}
      {isEditable && isEnded && <AfterStep {...recordProps} />}
      {isEditable ? (
        <RecordForm {...recordProps} />
      ) : (
        <RecordView {...recordProps} isEnded={isEnded} onEnded={() => setEnded(true)} />
      )}
      <CopyRecord review={review} pages={pages} detail={detail} />
    </>
  )
}
