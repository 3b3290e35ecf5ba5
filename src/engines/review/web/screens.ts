import type { ComponentType } from 'react'
import type { PermissionKey } from '#kernel/model/access.ts'
import type { WebModule } from '#kernel/web/module.ts'
import { screen } from '#kernel/web/screens.ts'
import { withProps } from '#ui/frame/withProps.ts'
import { inSentence } from '../model/words.ts'
import type { PagesOf } from './pages.ts'

/** The data of a review's manifest. It is small, because it loads for everyone who signs in. */
type ReviewManifest = {
  /** The name of the review on the server. */
  name: string
  /** The name of one record. */
  label: string
  /** The module name under which its documents are stored. */
  module: string
  permission?: PermissionKey
  /** The path of a record. If it also has the property, the path with record id 0 is that of a new record. */
  open: string
  fresh?: string
}

const getParameters = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
const isProperty = (parameter: string): boolean => parameter === 'propertyId' || parameter === 'projectId'

/**
 * Builds the manifest of a review: the screens of one record, of a new record, and of `extraPaths` with their
 * titles, the link of a search result, and the label of its documents. Everything else loads with the pages.
 */
export function reviewWeb<R>(
  { name, label, module, permission, open, fresh }: ReviewManifest,
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
