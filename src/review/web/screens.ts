import type { ComponentType } from 'react'
import type { PermissionKey } from '#kernel/model/access.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { withProps } from '#ui/frame/withProps.ts'
import { inSentence } from '../model/words.ts'
import type { PagesOf } from './pages.ts'

/** The input of a review's manifest: small, because it loads for all people who sign in. */
type Facts = {
  /** As the review is called on the server; `label` names one of its records, `module` its documents. */
  name: string
  label: string
  module: string
  permission?: PermissionKey
  /** An address that names the property, too, is with 0 in the record's place that of a new one. */
  open: string
  fresh?: string
}

const getParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
const isProperty = (parameter: string): boolean => parameter === 'propertyId' || parameter === 'projectId'

/**
 * The screens of a review whose routes are its own (one record, a new one, and `further` addresses of one
 * record with their titles), where a search for its number leads, and what its documents belong to.
 * Everything else is fetched with the pages.
 */
export function reviewWeb<R>(
  { name, label, module, permission, open, fresh }: Facts,
  load: () => Promise<{ review: R; pages: PagesOf<R> }>,
  extraPaths: Readonly<Record<string, string>> = {},
) {
  const buildScreen = (path: string, title: string, owner?: string) => {
    const parameter = getParameters(path).find((parameter) => parameter !== owner && !isProperty(parameter))
    const loadScreen = async () => {
      const [{ review, pages }, { RecordScreen }] = await Promise.all([load(), import('./Record.tsx')])
      return { default: withProps(RecordScreen<R>, { review, pages, parameter, owner }) as ComponentType }
    }
    return screen(path, title, loadScreen, permission ? { permission } : {})
  }
  const owner = getParameters(open).find(isProperty)
  const to = ({ id, propertyId }: { id: number; propertyId: number | null }) =>
    open.replaceAll(/:(\w+)/g, (_, parameter) => String(isProperty(parameter) ? (propertyId ?? 0) : id))
  return {
    screens: [
      buildScreen(open, label, owner),
      ...Object.entries(extraPaths).map(([path, title]) => buildScreen(path, title)),
      ...(fresh && !owner ? [buildScreen(fresh, `New ${inSentence(label)}`, getParameters(fresh)[0])] : []),
    ],
    found: { [name]: { heading: `${label}s`, to } },
    documentLabels: { [module]: label },
  } satisfies WebModule
}
