import * as registered from '#app/webModules.ts'
import { type Destination, fillSlots, type WebModule } from '#kernel/web/module.ts'
import type { ScreenDeclaration } from '#kernel/web/screens.ts'

/** The web side of the whole portal, combined from the manifests of its modules. */
const modules: readonly WebModule[] = Object.values(registered)

/** Every screen of the portal. */
export const screens: readonly ScreenDeclaration[] = modules.flatMap((module) => module.screens ?? [])

const destinations = modules
  .flatMap((module) => module.navigation ?? [])
  .sort((destination: Destination, other: Destination) => destination.order - other.order)

/**
 * The destinations of the navigation by group, in order. Each is visible only to people who may open it.
 */
export const navigation: ReadonlyMap<string, readonly Destination[]> = Map.groupBy(
  destinations,
  ({ group }) => group,
)

/** The topics whose changes the server announces. */
export const liveTopics: readonly string[] = modules.flatMap((module) => module.live ?? [])

/**
 * Fills the slots with the contributions of all modules, and of those in `more`. It runs once below; tests
 * run it again.
 */
export function connectModules(more: readonly WebModule[] = []): void {
  fillSlots([...modules, ...more])
}

connectModules()
