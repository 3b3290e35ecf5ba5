import type { ComponentType } from 'react'
import type { PermissionKey } from '#kernel/model/access.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { withProps } from '#ui/frame/withProps.ts'
import { inSentence } from '../model/words.ts'
import type { PagesOf } from './pages.ts'

/** What a review's manifest is made of: light, since everybody who signs in reads it. */
type Facts = {
  /** As the review is called on the server; `label` names one of its records, `module` its documents. */
  name: string
  label: string
  module: string
  permission?: PermissionKey
  open: string
  fresh?: string
}

/**
 * The screens of a review whose routes are its own (one record, and a new one where it has a route for that), where a
 * search for its number leads, and what its documents belong to. Everything else is fetched with the pages.
 */
export function reviewWeb<R>(
  { name, label, module, permission, open, fresh }: Facts,
  load: () => Promise<{ review: R; pages: PagesOf<R> }>,
) {
  const options = permission ? { permission } : {}
  const shown = (path: string, isFresh: boolean) => async () => {
    const [{ review, pages }, { RecordScreen }] = await Promise.all([load(), import('./Record.tsx')])
    const parameter = /:(\w+)/.exec(path)?.[1] ?? 'id'
    return { default: withProps(RecordScreen<R>, { review, pages, fresh: isFresh, parameter }) as ComponentType }
  }
  const one = screen(open, label, shown(open, false), options)
  return {
    screens: fresh ? [one, screen(fresh, `New ${inSentence(label)}`, shown(fresh, true), options)] : [one],
    found: { [name]: { heading: `${label}s`, to: ({ id }: { id: number }) => open.replace(/:\w+/, String(id)) } },
    documentLabels: { [module]: label },
  } satisfies WebModule
}
