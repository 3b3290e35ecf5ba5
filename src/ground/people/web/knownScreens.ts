import type { ScreenDeclaration } from '#kernel/web/screens.ts'

type Known = Pick<ScreenDeclaration, 'path' | 'title' | 'layout' | 'permission'>

let screens: readonly Known[] = []

/** Tells which screens the portal has, so that who may open them can be explained; called once by the app. */
export function setKnownScreens(declared: readonly Known[]): void {
  screens = declared
}

/** Every screen of the portal. */
export const knownScreens = (): readonly Known[] => screens
