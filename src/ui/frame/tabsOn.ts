import { type ComponentType, createElement, Fragment, lazy, type ReactNode } from 'react'
import type { Tab, TabProps } from '#kernel/web/module.ts'

type Known = { on: string; label: string; order: number; Content: ComponentType<object> }

let known: readonly Known[] = []

/** Takes the parts that modules show on screens of others. */
export function setTabs(tabs: readonly Tab[]): void {
  known = tabs.map(({ load, ...tab }) => ({ ...tab, Content: lazy(load as () => Promise<{ default: ComponentType }>) }))
}

/** A part that the screen itself brings. */
export type OwnTab = { label: string; order: number; content: ReactNode }

/** What a screen shows, by label and in order: its own parts and those of other modules, each fetched when shown. */
export function tabsOn<Place extends keyof TabProps>(
  place: Place,
  props: TabProps[Place],
  own: readonly OwnTab[] = [],
): Readonly<Record<string, ReactNode>> {
  const others = known
    .filter(({ on }) => on === place)
    .map(({ label, order, Content }) => ({ label, order, content: createElement(Content, props) }))
  const inOrder = [...own, ...others].sort((one, other) => one.order - other.order)
  return Object.fromEntries(
    [...Map.groupBy(inOrder, (one) => one.label)].map(([label, parts]) => [
      label,
      parts.map(({ order, content }) => createElement(Fragment, { key: order }, content)),
    ]),
  )
}
