import { type ComponentType, createElement, Fragment, lazy, type ReactNode } from 'react'
import { slot, type TabProps } from '#kernel/web/module.ts'

type LoadedTab = { on: string; label: string; group?: string; order: number; Content: ComponentType<object> }

/** The parts that modules add to screens of other modules. Each is loaded when it is shown. */
const loadTabs = slot('tabs', (tabs): readonly LoadedTab[] =>
  tabs.map(({ load, ...tab }) => ({
    ...tab,
    Content: lazy(load as () => Promise<{ default: ComponentType }>),
  })),
)

/** A part that the screen itself provides. */
export type OwnTab = { label: string; group?: string; order: number; content: ReactNode }

/**
 * Returns the content of a screen's tabs in order: its own parts and those of other modules. Parts of one
 * group share a tab, each under its label.
 */
export function tabsOn<Place extends keyof TabProps>(
  place: Place,
  props: TabProps[Place],
  ownTabs: readonly OwnTab[] = [],
): Readonly<Record<string, ReactNode>> {
  const otherTabs = loadTabs()
    .filter(({ on }) => on === place)
    .map(({ Content, ...tab }) => ({ ...tab, content: createElement(Content, props) }))
  const inOrder = [...ownTabs, ...otherTabs].sort((ownTab, other) => ownTab.order - other.order)
  return Object.fromEntries(
    [...Map.groupBy(inOrder, getTab)].map(([tab, parts]) => [tab, renderParts(tab, parts)]),
  )
}

/** Returns the tab of a part of a screen, by the part's label or its own; undefined if there is none. */
export const findTab = (
  place: keyof TabProps,
  label: string,
  ownTabs: readonly OwnTab[],
): string | undefined => {
  const parts = [...ownTabs, ...loadTabs().filter(({ on }) => on === place)]
  const part = parts.find((item) => getTab(item) === label) ?? parts.find((item) => item.label === label)
  return part && getTab(part)
}

const getTab = ({ group, label }: { group?: string; label: string }): string => group ?? label

function renderParts(tab: string, parts: readonly OwnTab[]): ReactNode {
  const byLabel = [...Map.groupBy(parts, (part) => part.label)]
  return byLabel.map(([label, members]) => {
    const contents = members.map(({ order, content }) => createElement(Fragment, { key: order }, content))
    return label === tab && byLabel.length === 1
      ? contents
      : createElement(
          'section',
          { key: label, 'aria-label': label },
          createElement('h2', null, label),
          contents,
        )
  })
}
