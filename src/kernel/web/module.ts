import type { ComponentType } from 'react'
import type { PermissionKey } from '../model/access.ts'
import { defineSlots } from '../model/slot.ts'
import type { ScreenDeclaration } from './screens.ts'

/** An entry of the navigation, its position, and the people who see it. */
export type Destination = {
  label: string
  to: string
  group: string
  /** The position of the entry. A group is at the position of its first entry. */
  order: number
  permission?: PermissionKey
  only?: 'agency' | 'agencyAdmin' | 'company' | 'people'
  /** The beginnings of the paths of screens on which this entry is also marked as current. */
  below?: readonly string[]
  /** A component that shows the number of records that wait there. */
  badge?: ComponentType
}

/**
 * The screens that combine parts of several modules, each with the props of its parts. Modules add their
 * screens by declaration merging.
 */
export interface TabProps {
  /** The start, `/`, of people who run properties. */
  home: object
}

/**
 * A part of a screen that combines parts of several modules. Parts with the same label are shown one below
 * the other.
 */
export type TabOf<Place extends keyof TabProps> = {
  on: Place
  label: string
  /** The tab in which it is shown, under its own label. If omitted, it is a separate tab. */
  group?: string
  order: number
  load: () => Promise<{ default: ComponentType<TabProps[Place]> }>
}
export type Tab = { [Place in keyof TabProps]: TabOf<Place> }[keyof TabProps]

/**
 * A module's manifest for the browser: the default export of its `web/module.ts`. It is loaded before the
 * first screen, so its screens are fetched by `load` when needed. See `ServerModule` for the rest.
 */
export interface WebModule {
  screens?: readonly ScreenDeclaration[]
  navigation?: readonly Destination[]
  /** Its parts of screens of other modules. */
  tabs?: readonly Tab[]
  /** The topics whose changes the server sends to the browser. */
  live?: readonly string[]
}

/**
 * Reads the entries of all manifests under a field, as on the server. Only the registry of modules calls
 * `fillSlots`. See {@link defineSlots}.
 */
export const { slot, fill: fillSlots } = defineSlots<WebModule>()
