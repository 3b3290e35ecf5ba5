import type { Call } from '#kernel/model/call.ts'
import { useNumericParams } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { type ScreenDeclaration, screen } from '#kernel/web/screens.ts'
import type { AnyReview } from '../model/review.ts'
import { type AnyDetail, anyPages, anyReview, type Pages, type PagesOf } from './pages.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordView } from './RecordView.tsx'

type Shown<R> = { review: R; pages: PagesOf<R> }

/** One record: the form while its company may edit it, else what was filed and what may be done next. */
export function Record<R>({ review: declared, pages: shown, id }: Shown<R> & { id: number }) {
  const [review, pages] = [anyReview(declared), anyPages(shown)]
  const detail = useCall(review.calls.one as unknown as Call, { params: { id } } as never) as AnyDetail
  return <Standing key={id} review={review} pages={pages} detail={detail} />
}

/** A new record of a property or company; 0 is the caller's own company. */
export function FreshRecord<R>({ review: declared, pages: shown, ownerId }: Shown<R> & { ownerId: number }) {
  const [review, pages] = [anyReview(declared), anyPages(shown)]
  const detail = useCall(review.calls.fresh as unknown as Call, { params: { ownerId } } as never) as AnyDetail
  return <RecordForm review={review} pages={pages} detail={detail} />
}

function Standing({ review, pages, detail }: { review: AnyReview; pages: Pages; detail: AnyDetail }) {
  const readOnly = useReadOnly()
  const Frame = detail.canEdit && !readOnly ? RecordForm : RecordView
  return <Frame review={review} pages={pages} detail={detail} />
}

/** The screens of a review whose routes are its own: one record, and a new one where it has a route for that. */
export function reviewScreens<R>(declared: R, load: () => Promise<{ pages: PagesOf<R> }>): ScreenDeclaration[] {
  const review = anyReview(declared)
  const { routes, entity, access } = review
  const permission = typeof access === 'string' ? { permission: access } : {}
  const parts = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((part) => part[1] ?? '')
  const open = screen(
    routes.open,
    entity.label,
    async () => {
      const { pages } = await load()
      const [key = 'id'] = parts(routes.open)
      return { default: () => <Record review={declared} pages={pages} id={useNumericParams(key)[key] ?? 0} /> }
    },
    permission,
  )
  const { fresh } = routes
  if (!fresh) return [open]
  const begin = async () => {
    const { pages } = await load()
    const [key = 'ownerId'] = parts(fresh)
    return { default: () => <FreshRecord review={declared} pages={pages} ownerId={useNumericParams(key)[key] ?? 0} /> }
  }
  return [open, screen(fresh, `New ${entity.label.toLowerCase()}`, begin, permission)]
}
