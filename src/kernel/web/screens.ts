import type { ComponentType } from 'react'
import type { PermissionKey } from '../model/access.ts'

/** The declaration of a screen of the portal. */
export type ScreenDeclaration = {
  /**
   * The hash path of the specification. Parameters are `:name`, and are digits unless `patterns` has another
   * form.
   */
  path: string
  load: () => Promise<{ default: ComponentType }>
  title: string
  layout: 'public' | 'main'
  permission?: PermissionKey
  /** The name of the parameter with the property's id, if it is not propertyId or projectId. */
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

/**
 * RTE-05, RTE-12: whether every parameter has the form that its route requires. Otherwise no page is found.
 */
export const paramsFit = (
  declaration: ScreenDeclaration,
  params: Readonly<Record<string, string | undefined>>,
): boolean =>
  Object.entries(params).every(
    ([name, value]) => value === undefined || (declaration.patterns?.[name] ?? digits).test(value),
  )
