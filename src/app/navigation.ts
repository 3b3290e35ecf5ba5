import { navigation, screens } from '#app/screens.ts'
import { type Grants, hasPermission, roles } from '#kernel/model/access.ts'
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

/** The groups of the navigation in order, each with its icon. Destinations without a group come first. */
const groups: readonly Pick<NavigationGroup, 'label' | 'short' | 'icon'>[] = [
  { label: '' },
  { label: 'Requests', icon: IconBuildingBank },
  { label: 'Money', icon: IconCoins },
  { label: 'Compliance', icon: IconClipboard },
  { label: 'Companies', icon: IconUsers },
  { label: 'Reports', icon: IconReport },
  { label: 'Administration', short: 'Admin', icon: IconAdjustments },
]

/** The icons of destinations without a group, by path. */
const icons: Readonly<Record<string, typeof IconHome>> = {
  '/': IconInbox,
  '/Work': IconInbox,
  '/Projects': IconHome,
}

/** Returns the navigation of a person. Groups without a destination that they may open are left out. */
export function getNavigationGroups(
  session: Session,
  agency: boolean,
  forcedAgency: boolean,
): NavigationGroup[] {
  const primary = session.isMcAdmin || session.roles.some((role) => role.id === roles.companyPrimaryUser)
  const people = forcedAgency ? agency : primary
  const audiences = { agency, agencyAdmin: agency && session.isAdmin, company: !forcedAgency, people }
  const all = groups.map((group) => ({
    ...group,
    items: (navigation.get(group.label) ?? [])
      .filter(
        (item) =>
          (!item.only || audiences[item.only]) &&
          (!item.permission || hasPermission(session, item.permission, 'read')),
      )
      .map((item) => ({ ...item, icon: icons[item.to] })),
  }))
  return all.filter((group) => group.items.length > 0)
}

type NamedScreen = { label: string; to: string }

/**
 * Returns the screens that the search finds by name: navigation destinations, and every other screen whose
 * address needs no record. A company finds screens that its permissions open. Screens without a permission
 * may be for the agency only, so a company does not find them.
 */
export function getSearchScreens(
  grants: Grants,
  destinations: readonly NamedScreen[],
  isAgency: boolean,
): NamedScreen[] {
  const listedPaths = new Set(destinations.map(({ to }) => to.toLowerCase()))
  const matchingScreens = screens.filter(
    ({ path, layout, permission }) =>
      layout === 'main' &&
      !path.includes(':') &&
      !listedPaths.has(path.toLowerCase()) &&
      (permission ? hasPermission(grants, permission, 'read') : isAgency),
  )
  return [...destinations, ...matchingScreens.map(({ title, path }) => ({ label: title, to: path }))]
}
