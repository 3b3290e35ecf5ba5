import * as registered from '#app/webModules.ts'
import type { Destination, WebModule } from '#kernel/web/module.ts'
import type { ScreenDeclaration } from '#kernel/web/screens.ts'
import { setTabs } from '#ui/frame/tabsOn.ts'

/** The web side of the whole portal, put together from the modules' manifests. */
const modules: readonly WebModule[] = Object.values(registered)

/** Every screen of the portal. */
export const screens: readonly ScreenDeclaration[] = modules.flatMap((one) => one.screens ?? [])

const destinations = modules
  .flatMap((one) => one.navigation ?? [])
  .sort((one: Destination, other: Destination) => one.order - other.order)

/** The navigation in groups; a destination shows to those who may open it. */
export const navigation: readonly { label: string; items: readonly Destination[] }[] = [
  ...Map.groupBy(destinations, (one) => one.group),
].map(([label, items]) => ({ label, items }))

/** Topics of which the server tells when they change. */
export const liveTopics: readonly string[] = modules.flatMap((one) => one.live ?? [])

/** Lets the modules take what all of them, and those in `more`, say of each other. Done once here; tests do it again. */
export function connect(more: readonly WebModule[] = []): void {
  const all = [...modules, ...more]
  setTabs(all.flatMap((one) => one.tabs ?? []))
  for (const one of all) one.connect?.(all)
}

connect()
