import type { ComponentType } from 'react'
import type { PermissionKey } from '../model/access.ts'
import { defineSlots } from '../model/slot.ts'
import type { ScreenDeclaration } from './screens.ts'

/** One destination of the navigation, its position, and its audience. */
export type Destination = {
  label: string
  to: string
  group: string
  /** The position of the destination; a group has that of its first one. */
  order: number
  permission?: PermissionKey
  only?: 'agency' | 'agencyAdmin' | 'company' | 'people'
  /** Where screens begin that are reached from here: this entry stays marked on them. */
  below?: readonly string[]
  /** How many wait there. */
  badge?: ComponentType
}

/**
 * Screens that show what several modules know, and what each gives to their parts; their modules merge
 * themselves in.
 */
export interface TabProps {
  /** The start, `/`, of people who run properties. */
  home: object
}

/**
 * A part of a screen that combines parts of several modules; parts with the same label appear one below the
 * other.
 */
export type TabOf<Place extends keyof TabProps> = {
  on: Place
  label: string
  /** The tab it is folded into, under its label; it is a tab of its own when left out. */
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
  /** Its parts on the screens of other modules. */
  tabs?: readonly Tab[]
  /** Topics whose changes the server announces. */
  live?: readonly string[]
}

/**
 * What all manifests say under a field, as on the server; `fillSlots` is the registry's. See {@link slotsOf}.
 */
export const { slot, fill: fillSlots } = defineSlots<WebModule>()
