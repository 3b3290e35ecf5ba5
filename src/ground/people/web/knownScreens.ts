import type { ScreenDeclaration } from '#kernel/web/screens.ts'

type Known = Pick<ScreenDeclaration, 'path' | 'title' | 'layout' | 'permission'>

let screens: readonly Known[] = []

/** Takes the screens of the portal, so that who may open them can be explained. */
export function setKnownScreens(declared: readonly Known[]): void {
  screens = declared
}

/** Every screen of the portal. */
export const knownScreens = (): readonly Known[] => screens
