import { navigation, screens } from '#app/screens.ts'
import { type Grants, holds, roles } from '#kernel/model/access.ts'
import type { Session } from '#kernel/web/session.ts'
import {
  IconAdjustments,
  IconBuildingBank,
  IconClipboard,
  IconCoins,
  IconHome,
  IconInbox,
  IconReport,
  IconUsers,
} from '#ui/frame/icons.ts'
import type { NavigationGroup } from '#ui/frame/ShellNavigation.tsx'

/** The groups of the navigation in order, each with its icon; destinations without a group come first. */
const groups: readonly Pick<NavigationGroup, 'label' | 'short' | 'icon'>[] = [
  { label: '' },
  { label: 'Requests', icon: IconBuildingBank },
  { label: 'Money', icon: IconCoins },
  { label: 'Compliance', icon: IconClipboard },
  { label: 'Companies', icon: IconUsers },
  { label: 'Reports', icon: IconReport },
  { label: 'Administration', short: 'Admin', icon: IconAdjustments },
]

/** Icons of destinations without a group. */
const signs: Readonly<Record<string, typeof IconHome>> = {
  '/': IconInbox,
  '/Work': IconInbox,
  '/Projects': IconHome,
}

/** The navigation as this person sees it; a group where nothing is open to them is left out. */
export function groupsFor(session: Session, agency: boolean, forcedAgency: boolean): NavigationGroup[] {
  const primary = session.isMcAdmin || session.roles.some((role) => role.id === roles.companyPrimaryUser)
  const people = forcedAgency ? agency : primary
  const is = { agency, agencyAdmin: agency && session.isAdmin, company: !forcedAgency, people }
  const all = groups.map((group) => ({
    ...group,
    items: (navigation.get(group.label) ?? [])
      .filter(
        (item) =>
          (!item.only || is[item.only]) && (!item.permission || holds(session, item.permission, 'read')),
      )
      .map((item) => ({ ...item, icon: signs[item.to] })),
  }))
  return all.filter((group) => group.items.length > 0)
}

type Named = { label: string; to: string }

/**
 * The screens that search finds by name: navigation destinations and every other screen whose address needs
 * no record. A company finds those that its permissions open; screens without a permission may be for the
 * agency alone.
 */
export function screensToFind(grants: Grants, nameds: readonly Named[], isAgency: boolean): Named[] {
  const listedPaths = new Set(nameds.map(({ to }) => to.toLowerCase()))
  const matchingScreens = screens.filter(
    ({ path, layout, permission }) =>
      layout === 'main' &&
      !path.includes(':') &&
      !listedPaths.has(path.toLowerCase()) &&
      (permission ? holds(grants, permission, 'read') : isAgency),
  )
  return [...nameds, ...matchingScreens.map(({ title, path }) => ({ label: title, to: path }))]
}
