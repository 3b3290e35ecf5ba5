import type { ComponentType } from 'react'
import type { PermissionKey } from '../model/access.ts'

/** A screen of the portal: one line in its module's `screens.ts`. */
export type ScreenDeclaration = {
  /** Hash path of the specification; parameters as `:name`, digits only unless `patterns` says otherwise. */
  path: string
  load: () => Promise<{ default: ComponentType }>
  title: string
  layout: 'public' | 'main'
  permission?: PermissionKey
  /** The parameter by which the path names a property, where it is neither propertyId nor projectId. */
  property?: string
  readOnly?: boolean
  patterns?: Readonly<Record<string, RegExp>>
  aliases?: readonly string[]
  reportNumber?: number
}

type Options = Omit<ScreenDeclaration, 'path' | 'load' | 'title' | 'layout'> & { layout?: 'public' | 'main' }

/** Declares a screen. */
export const screen = (
  path: string,
  title: string,
  load: ScreenDeclaration['load'],
  options: Options = {},
): ScreenDeclaration => ({
  path,
  title,
  load,
  layout: 'main',
  ...options,
})

const digits = /^\d+$/

/** RTE-05, RTE-12: whether every parameter has the form its route wants; otherwise the path leads nowhere. */
export const paramsFit = (
  declaration: ScreenDeclaration,
  params: Readonly<Record<string, string | undefined>>,
): boolean =>
  Object.entries(params).every(
    ([name, value]) => value === undefined || (declaration.patterns?.[name] ?? digits).test(value),
  )
