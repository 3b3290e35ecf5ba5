import type { PermissionKey } from '#kernel/model/access.ts'
import { type ScreenDeclaration, screen } from '#kernel/web/screens.ts'
import type { PagesOf } from './pages.ts'

type Routes = { title: string; permission?: PermissionKey; open: string; fresh?: string }

/**
 * The screens of a review whose routes are its own: one record, and a new one where it has a route for that. Everything
 * else is fetched with the pages; so a manifest may name them and stay light.
 */
export function reviewScreens<R>(
  { title, permission, open, fresh }: Routes,
  load: () => Promise<{ review: R; pages: PagesOf<R> }>,
): ScreenDeclaration[] {
  const options = permission ? { permission } : {}
  const shown = (path: string, isFresh: boolean) => async () => {
    const [{ review, pages }, { recordScreen }] = await Promise.all([load(), import('./Record.tsx')])
    return { default: recordScreen({ review, pages }, isFresh, /:(\w+)/.exec(path)?.[1] ?? 'id') }
  }
  const one = screen(open, title, shown(open, false), options)
  return fresh ? [one, screen(fresh, `New ${title.toLowerCase()}`, shown(fresh, true), options)] : [one]
}
